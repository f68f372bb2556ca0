import { join } from 'node:path';
import { z } from 'zod';
import { AnalysisError } from './analysis-error.ts';
import { answeringProcess } from './answering-process.ts';
import {
  type Extraction,
  extractionSchema,
  type ProgramEntry,
  type Screening,
  type StarterEntry,
  screeningSchema,
} from './answers.ts';

/** The interpreter, by path or by a name on the path, and what one question may take. */
export interface AnalyserOptions {
  python: string;
  /** CPU time of one answer, seconds. */
  cpuSeconds?: number;
  /** Address space of the process, MiB. */
  memoryMb?: number;
}

/** Understands Python source through the interpreter's own parser, in a process of its own. Never executes it. */
export interface Analyser extends Disposable, AsyncDisposable {
  /** The structural facts about a row. Never rejects for what the source is: `error` says so. */
  screenSolution(of: { solution: string; suite: string }): Promise<Screening>;
  /** The skeleton that a task starts from. Rejects with AnalysisError when the solution does not define the entry. */
  starter(of: { solution: string; entry: StarterEntry }): Promise<string>;
  /** From a model's answer to a program. Never rejects for what the text is: `how: 'none'` and a problem say so. */
  extract(of: { text: string; entry: ProgramEntry }): Promise<Extraction>;
  /**
   * The imports of a program and the definitions that `entry` reaches by name; all definitions without an entry.
   * `firstWins` keeps the first of several definitions, as EvalPlus does. Rejects with AnalysisError when no line parses.
   */
  sanitize(of: { code: string; entry: string | null; firstWins?: boolean }): Promise<string>;
  close(): Promise<void>;
}

const script = join(import.meta.dirname, 'analyser.py');
// A busy machine gives a process a part of a core only.
const wallPerCpu = 10;

/** Start an analyser. The process starts with the first question and lives until `close`. */
export function startAnalyser(options: AnalyserOptions | string): Analyser {
  const {
    python,
    cpuSeconds = 30,
    memoryMb = 8192,
  } = typeof options === 'string' ? { python: options } : options;
  const memoryBytes = memoryMb * 2 ** 20;
  const answering = answeringProcess({
    command: python,
    args: ['-I', '-S', '-B', script, String(cpuSeconds), String(memoryBytes)],
    patienceMs: cpuSeconds * wallPerCpu * 1000,
  });
  const text = async (question: object): Promise<string> => {
    const reply = await answering.ask(question);
    if ('error' in reply) throw new AnalysisError(reply.error);
    return z.string().parse(reply.result);
  };

  return {
    async screenSolution(of) {
      const reply = await answering.ask({ ask: 'screen', ...of });
      return 'error' in reply ? unknown(reply.error) : screeningSchema.parse(reply.result);
    },
    starter: (of) => text({ ask: 'starter', ...of }),
    async extract(of) {
      const reply = await answering.ask({ ask: 'extract', ...of });
      return 'error' in reply
        ? { code: '', how: 'none', problems: [reply.error] }
        : extractionSchema.parse(reply.result);
    },
    sanitize: ({ code, entry, firstWins = false }) => text({ ask: 'sanitize', code, entry, firstWins }),
    close: () => answering.close(),
    [Symbol.asyncDispose]: () => answering.close(),
    [Symbol.dispose]: () => answering.kill(),
  };
}

function unknown(error: string): Screening {
  const nothing = { hasTests: false, hasSolution: false, methods: [], entry: null, entryProblem: null };
  return { error, line: null, ...nothing };
}
