import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { UserError } from '../../schemas/errors.ts';
import { replySchema } from './answers.ts';

/** How to start the process, and how long one answer may take, milliseconds. */
export interface AnsweringCommand {
  command: string;
  args: string[];
  patienceMs: number;
}

export type Reply = { result: unknown } | { error: string };

/** A process that answers one request at a time, a line of JSON each. */
export interface AnsweringProcess {
  ask(question: object): Promise<Reply>;
  close(): Promise<void>;
  kill(): void;
}

/**
 * The process starts with the first question. Only one question is with it at any time: when it dies, that one was
 * the cause and is answered with an error; the next one gets a new process. `ask` rejects with UserError when the
 * process cannot be started at all, and after `close`.
 */
export function answeringProcess(options: AnsweringCommand): AnsweringProcess {
  let running: Conversation | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  let closed = false;

  const askNow = async (question: object): Promise<Reply> => {
    if (closed) throw new Error('the Python process that analyses source is closed');
    if (running?.ended !== false) running = await startConversation(options);
    lastId += 1;
    const reply = await running.exchange({ id: lastId, ...question }, options.patienceMs);
    if (typeof reply !== 'string' && 'id' in reply && reply.id === lastId) {
      return 'error' in reply ? { error: reply.error } : { result: reply.result };
    }
    running.kill();
    running = undefined;
    if (closed) throw new Error('the Python process that analyses source was closed before it answered');
    return { error: typeof reply === 'string' ? reply : 'the Python process answered another question' };
  };

  const stop = (): void => {
    closed = true;
    running?.kill();
  };
  return {
    ask(question) {
      const reply = queue.then(() => askNow(question));
      queue = reply.catch(() => undefined);
      return reply;
    },
    kill: stop,
    async close() {
      stop();
      await queue;
      running?.kill();
      await running?.gone;
    },
  };
}

type Line = ReturnType<typeof replySchema.parse>;

/** One life of the process. */
interface Conversation {
  /** The next line after the question, or a sentence that says why there is none. */
  exchange(question: object, patienceMs: number): Promise<Line | string>;
  ended: boolean;
  gone: Promise<void>;
  kill(): void;
}

async function startConversation({ command, args, patienceMs }: AnsweringCommand): Promise<Conversation> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  let listener: ((line: Line | string) => void) | undefined;
  const hear = (line: Line | string): void => {
    listener?.(line);
    listener = undefined;
  };
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  const conversation: Conversation = {
    ended: false,
    gone,
    kill: () => child.kill('SIGKILL'),
    exchange(question, patience) {
      const heard = listen(patience);
      // A line may hold U+2028, which readline takes for a line end: both sides escape it or never write it.
      child.stdin.write(`${JSON.stringify(question)}\n`);
      return heard;
    },
  };
  const listen = (patience: number): Promise<Line | string> => {
    const { promise, resolve } = Promise.withResolvers<Line | string>();
    if (conversation.ended) return Promise.resolve(ending(child));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      hear('takes too long to analyse');
    }, patience);
    listener = resolve;
    return promise.finally(() => clearTimeout(timer));
  };

  // Writing to a process that has just died; its end is reported below.
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  createInterface({ input: child.stdout }).on('line', (line) => hear(readLine(line)));
  const end = (why: string): void => {
    conversation.ended = true;
    hear(why);
    leave();
  };
  child.once('error', (error) => end(error.message));
  child.once('close', () => end(ending(child)));

  const first = await listen(patienceMs);
  if (typeof first === 'string' || !('ready' in first)) {
    child.kill('SIGKILL');
    const why =
      complaint.trim().split('\n').at(-1) ||
      (typeof first === 'string' ? first : 'it does not say that it is ready');
    throw new UserError(
      `cannot analyse Python source with '${command}': ${why}; name a CPython 3.9 or newer with EFFIVERL_PYTHON`,
    );
  }
  return conversation;
}

function readLine(line: string): Line | string {
  try {
    return replySchema.parse(JSON.parse(line));
  } catch {
    return 'the Python process wrote a line that is no answer';
  }
}

/** What a process that ended without an answer died of. */
function ending(child: ChildProcess): string {
  if (child.signalCode === 'SIGXCPU') return 'takes too long to analyse';
  if (child.signalCode === 'SIGSEGV') return 'nested too deeply for the parser (it died of SIGSEGV)';
  return `the parser died of it (${child.signalCode ?? `exit code ${child.exitCode}`})`;
}
