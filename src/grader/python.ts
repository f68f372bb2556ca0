import { execa } from 'execa';
import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';

const probeSchema = z.object({
  executable: z.string(),
  version: z.string(),
  build: z.string(),
  implementation: z.string(),
  prefixes: z.array(z.string()),
});

/** An interpreter that can run the harness: the real executable, not a shim that picks one. */
export type Python = z.infer<typeof probeSchema>;

const probe = `
import json, os, sys, sysconfig
print(json.dumps({
  "executable": os.path.realpath(sys.executable),
  "version": "%d.%d.%d" % sys.version_info[:3],
  "build": sys.version,
  "implementation": sys.implementation.name,
  "prefixes": sorted({os.path.realpath(p) for p in (sys.base_prefix, sys.base_exec_prefix,
    os.path.dirname(os.path.realpath(sys.executable)), sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"),
    sysconfig.get_config_var("LIBDIR") or sys.base_prefix) if os.path.isdir(p)}),
}))
`;

const oldest = [3, 9] as const;

/**
 * Find the interpreter that runs submissions: `command`, or `EFFIVERL_PYTHON`, or `python3` on the path.
 * Asking it for its real path sees through pyenv's shims, which need a home that the sandbox hides.
 */
export async function findPython(command = process.env.EFFIVERL_PYTHON ?? 'python3'): Promise<Python> {
  const result = await execa(command, ['-I', '-S', '-c', probe], { reject: false, stdin: 'ignore' });
  if (result.failed) {
    throw new UserError(
      `cannot run the Python interpreter '${command}': install Python ${oldest.join('.')} or newer (./setup does), or name one with EFFIVERL_PYTHON`,
      { cause: result },
    );
  }
  const python = readProbe(result.stdout, command);
  const [major = 0, minor = 0] = python.version.split('.').map(Number);
  if (python.implementation !== 'cpython' || major !== oldest[0] || minor < oldest[1]) {
    throw new UserError(
      `'${command}' is ${python.implementation} ${python.version}; the harness needs CPython ${oldest.join('.')} or newer: name one with EFFIVERL_PYTHON`,
    );
  }
  return python;
}

function readProbe(text: string, command: string): Python {
  try {
    return probeSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new UserError(
      `'${command}' does not answer as a Python interpreter does: name CPython ${oldest.join('.')} or newer with EFFIVERL_PYTHON`,
      { cause: error },
    );
  }
}
