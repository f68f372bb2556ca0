import type { Verdict } from '../../../schemas/verdict.ts';
import type { Python } from '../python.ts';
import type { Runner } from '../runner.ts';

export type SandboxName = Verdict['sandbox'];

/** Everything a backend needs to start one run. */
export interface RunSpec {
  python: Python;
  runner: Runner;
  /** Size of the private tmp, MiB. */
  tmpMb: number;
  /** Whether we are root: then the harness leaves root inside, and needs the right to. */
  root: boolean;
}

export interface Command {
  file: string;
  args: string[];
  /** Folders that the sandbox replaced by its own and that only root may pass: the harness opens them. */
  opened: string[];
}

/** A way to isolate a run. The policy is the same for all: test/grader/conformance.test.ts holds them to it. */
export interface Sandbox {
  name: SandboxName;
  /** Version text, or null when it is not installed. */
  version(): Promise<string | null>;
  command(spec: RunSpec): Command;
  /** Whether the run has a pid namespace of its own, so that the harness may end everything it sees in it. */
  contained: boolean;
  install: string;
}
