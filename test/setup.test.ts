import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/**
 * `setup` on made-up machines: a path that holds a few real tools and, for whatever installs, stand-ins that write
 * down what they were asked and put stand-ins of what they install on the path.
 */
const root = join(import.meta.dirname, '..');
const realTools = ['sh', 'id', 'head', 'dirname', 'cat', 'tr', 'env', 'chmod', 'mkdir', 'true'];
const nobody = 65534;

let machine: string;
let bin: string;
let prefix: string;

beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), 'effiverl-setup-'));
  bin = join(machine, 'bin');
  prefix = join(machine, 'prefix');
  await mkdir(bin);
  await mkdir(join(prefix, 'bin'), { recursive: true });
  await mkdir(join(machine, 'home'));
  await copyFile(join(root, 'setup'), join(machine, 'setup'));
  for (const tool of realTools) {
    const real = ['/usr/bin', '/bin'].map((folder) => join(folder, tool)).find((path) => existsSync(path));
    if (!real) throw new Error(`this machine has no ${tool}`);
    await symlink(real, join(bin, tool));
  }
  // Whoever setup runs as may read the machine, and write its record and all that is not forbidden.
  await writeFile(join(machine, 'asked'), '');
  for (const path of [machine, bin, prefix, join(prefix, 'bin'), join(machine, 'home')])
    await chmod(path, 0o777);
  await chmod(join(machine, 'asked'), 0o666);
  await command('setpriv', 'while case $1 in --*) true ;; *) false ;; esac; do shift; done; exec "$@"');
  await command(
    'apt-get',
    `[ "$1" = install ] || exit 0
for package in "$@"; do
  case $package in
    bubblewrap) put bwrap 'exit 0' ;;
    firejail | python3) put "$package" 'exit 0' ;;
    nodejs) put node 'echo v18.20.4' ;;
    npm) cp_npm ;;
  esac
done`,
  );
});
afterEach(() => rm(machine, { recursive: true, force: true }));

/** Shell that stand-ins share: write down the call, put another stand-in on the path. */
const shared = () => `
put() { printf '#!/bin/sh\\n%s\\n' "$2" >"\${3:-${bin}}/$1"; chmod 755 "\${3:-${bin}}/$1"; }
cp_npm() { cat "${machine}/npm" >"${bin}/npm"; chmod 755 "${bin}/npm"; }
`;

async function command(name: string, script: string): Promise<void> {
  const record = name === 'setpriv' ? '' : `printf '%s\\n' "${name} $*" >>"${machine}/asked"`;
  await writeFile(join(bin, name), `#!/bin/sh\n${shared()}${record}\n${script}\n`, { mode: 0o755 });
}

/** npm: knows its prefix, and installs node and pnpm. */
const npm = () => `
printf '%s\\n' "npm $*" >>"${machine}/asked"
if [ "$1" = config ]; then echo "${prefix}"; exit 0; fi
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) into=$2/bin; shift ;;
    node@*) put node 'echo v24.21.0' ;;
    pnpm@*) mkdir -p "$into"; put pnpm 'echo 12.0.0' "$into" ;;
  esac
  shift
done
`;

async function npmStandIn(): Promise<void> {
  await writeFile(join(machine, 'npm'), `#!/bin/sh\n${shared()}${npm()}`, { mode: 0o755 });
}

/** A machine that has everything but for what is left out. */
async function complete(...without: string[]): Promise<void> {
  await npmStandIn();
  const all: Record<string, string> = {
    bwrap: 'exit 0',
    firejail: 'exit 0',
    python3: 'exit 0',
    node: 'echo v20.20.2',
    pnpm: 'echo 12.0.0',
  };
  for (const [name, script] of Object.entries(all)) {
    if (!without.includes(name)) await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  if (!without.includes('npm')) await copyFile(join(machine, 'npm'), join(bin, 'npm'));
}

/** Run setup. As root where the tests do, or as a user who is not. */
async function setup({
  unprivileged = false,
  env = {},
}: {
  unprivileged?: boolean;
  env?: Record<string, string>;
} = {}) {
  const leave = unprivileged && process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const { exitCode, stdout, stderr } = await execa(join(machine, 'setup'), [], {
    cwd: '/',
    env: { PATH: `${bin}:${join(prefix, 'bin')}`, HOME: join(machine, 'home'), ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    ...leave,
  });
  const asked = (await readFile(join(machine, 'asked'), 'utf8')).trim().split('\n').filter(Boolean);
  return { exitCode, stderr, lines: stdout.split('\n'), asked };
}

/** As whoever the tests run as: root needs no sudo, another is let through. */
async function withSudo(): Promise<void> {
  await command('sudo', 'shift; exec "$@"');
}

describe('setup', () => {
  test('does nothing where everything is there', async () => {
    await complete();
    const { exitCode, lines, asked, stderr } = await setup();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(asked).toEqual([]);
    for (const name of ['bubblewrap', 'firejail', 'python', 'node', 'pnpm']) {
      expect(lines).toContain(`setup: ${name}: already there`);
    }
  });

  test('installs everything on a machine with nothing, fetches the lists once, and is done the second time', async () => {
    await npmStandIn();
    await withSudo();
    const first = await setup();
    expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({ exitCode: 0, stderr: '' });
    const asked = first.asked.filter((line) => !line.startsWith('sudo') && !line.startsWith('npm config'));
    expect(asked).toEqual([
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends bubblewrap firejail',
      'apt-get install -y -qq --no-install-recommends python3',
      'apt-get install -y -qq --no-install-recommends nodejs ca-certificates npm',
      'npm install -g --silent --prefix /usr/local node@24',
      `npm install -g --silent --prefix ${prefix} pnpm@12`,
    ]);
    const second = await setup();
    expect({ exitCode: second.exitCode, asked: second.asked.length }).toEqual({
      exitCode: 0,
      asked: first.asked.length,
    });
  });

  test('with Node 20 and npm only pnpm is installed', async () => {
    await complete('pnpm');
    const { exitCode, asked } = await setup();
    expect(exitCode).toBe(0);
    expect(asked).toEqual(['npm config get prefix', `npm install -g --silent --prefix ${prefix} pnpm@12`]);
  });

  test('a pnpm of another version is replaced', async () => {
    await complete('pnpm');
    await writeFile(join(prefix, 'bin/pnpm'), '#!/bin/sh\necho 10.1.0\n', { mode: 0o777 });
    const { exitCode, asked } = await setup();
    expect(exitCode).toBe(0);
    expect(asked.at(-1)).toBe(`npm install -g --silent --prefix ${prefix} --force pnpm@12`);
  });

  test("where npm's folder is root's and there is no sudo, pnpm goes below the home, and the path is told", async () => {
    await complete('pnpm');
    await chmod(join(prefix, 'bin'), 0o555);
    await chmod(prefix, 0o555);
    const { exitCode, lines } = await setup({ unprivileged: true });
    expect(exitCode).toBe(0);
    const home = join(machine, 'home/.local');
    expect(existsSync(join(home, 'bin/pnpm'))).toBe(true);
    expect(lines.join('\n')).toContain(`export PATH="${home}/bin:$PATH"`);
  });

  test('does not ask for a password: says that root is needed', async () => {
    await complete('bwrap');
    await command('sudo', 'exit 1');
    const { exitCode, stderr } = await setup({ unprivileged: true });
    expect(exitCode).toBe(1);
    expect(stderr.split('\n')[0]).toMatch(/^setup: error: 'apt-get update -qq' needs root/);
  });

  test('an installation that fails ends it, and says which', async () => {
    await complete('firejail');
    await withSudo();
    await command('apt-get', '[ "$1" = update ] || { echo "E: no such package" >&2; exit 100; }');
    const { exitCode, stderr, lines } = await setup();
    expect(exitCode).toBe(1);
    expect(stderr).toBe('E: no such package\nsetup: error: apt-get install firejail failed (above)');
    expect(lines.join('\n')).not.toContain('setup: ready');
  });

  test('without apt-get it says what is missing', async () => {
    await complete('bwrap', 'firejail');
    await rm(join(bin, 'apt-get'));
    const { exitCode, stderr } = await setup();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^setup: error: bubblewrap firejail missing, and there is no apt-get here/);
  });

  test('a Python named by EFFIVERL_PYTHON must be one', async () => {
    await complete();
    const { exitCode, stderr } = await setup({ env: { EFFIVERL_PYTHON: join(bin, 'python9') } });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^setup: error: EFFIVERL_PYTHON is '.*python9'/);
  });

  test('user namespaces that do not work are a note, not a failure', async () => {
    await complete();
    await writeFile(join(bin, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { exitCode, lines } = await setup();
    expect(exitCode).toBe(0);
    expect(lines.join('\n')).toContain('note: user namespaces do not work for users other than root');
  });
});
