import type { Command, RunSpec, Sandbox } from './sandbox.ts';

/** No isolation at all: for debugging trusted code. Every result that it makes is marked. */
export const none: Sandbox = {
  name: 'none',
  contained: false,
  install: '',
  version: async () => 'none',
  command({ python, runner }: RunSpec): Command {
    return {
      file: python.executable,
      args: ['-S', '-s', '-B', `${runner.directory}/${runner.main}`],
      opened: [],
    };
  },
};
