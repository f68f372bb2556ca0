import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkTable } from '../../src/cli/doctor.ts';
import { checkSchema, lack, note, ok } from '../../src/doctor/check.ts';
import { isFit } from '../../src/doctor/examine.ts';
import { checkNode, checkPython } from '../../src/doctor/interpreters.ts';
import { checkCounters, checkSchedstat, checkSeccomp, checkUserNamespaces } from '../../src/doctor/kernel.ts';
import {
  availableMb,
  checkCache,
  checkCores,
  checkLimits,
  checkMemory,
  ranges,
} from '../../src/doctor/resources.ts';
import { judgeSandboxes, type SandboxTrial } from '../../src/doctor/sandboxes.ts';
import { effiverl } from './command.ts';

const reportSchema = z.object({ fit: z.boolean(), checks: z.array(checkSchema) });

async function stateOf(name: string, env: Record<string, string>) {
  const { exitCode, stdout } = await effiverl(['doctor', '--json'], { env });
  const { fit, checks } = reportSchema.parse(JSON.parse(stdout));
  return { exitCode, fit, check: checks.find((check) => check.name === name) };
}

describe('effiverl doctor', () => {
  let folder: string;
  beforeAll(async () => {
    // Not among temporary files: a sandbox may put its own folder in their place.
    folder = await mkdtemp(join(homedir(), '.effiverl-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('finds this machine fit, after a real run through each sandbox, and leaves nothing behind', async () => {
    const cache = join(folder, 'cache');
    const { exitCode, stdout } = await effiverl(['doctor', '--json'], { env: { EFFIVERL_CACHE: cache } });
    const { fit, checks } = reportSchema.parse(JSON.parse(stdout));
    expect(checks.filter((check) => check.state === 'lack')).toEqual([]);
    expect({ fit, exitCode }).toEqual({ fit: true, exitCode: 0 });
    const tried = checks.filter((check) => check.name === 'bubblewrap' || check.name === 'firejail');
    expect(tried.filter((check) => /trial run passed in \d+ ms/.test(check.found)).length).toBeGreaterThan(0);
    expect(await readdir(cache)).toEqual([]);
  });

  test('a table has a line for every check', async () => {
    const { exitCode, stdout } = await effiverl(['doctor'], {
      env: { EFFIVERL_CACHE: join(folder, 'cache') },
    });
    expect(exitCode).toBe(0);
    for (const name of ['node', 'python', 'bubblewrap', 'firejail', 'seccomp', 'cores', 'memory', 'cache']) {
      expect(stdout).toMatch(new RegExp(`^(ok|note) +${name} `, 'm'));
    }
    expect(stdout).toMatch(/a build can run here\n?$/);
  });

  test('without a Python: 1, and how to mend it', async () => {
    const { exitCode, fit, check } = await stateOf('python', { EFFIVERL_PYTHON: join(folder, 'no-python') });
    expect({ exitCode, fit, state: check?.state }).toEqual({ exitCode: 1, fit: false, state: 'lack' });
    expect(check?.mend).toContain('./setup');
  });

  test('without a sandbox on the path: 1, and what to install', async () => {
    const bin = join(folder, 'bin');
    await execa('mkdir', [bin]);
    const { stdout: python } = await execa('python3', ['-c', 'import sys; print(sys.executable)']);
    await symlink(python, join(bin, 'python3'));
    const { exitCode, check } = await stateOf('bubblewrap', { PATH: bin });
    expect(exitCode).toBe(1);
    expect(check).toMatchObject({ state: 'lack', found: 'not installed' });
    expect(check?.mend).toContain('apt-get install bubblewrap');
  });

  test('with a cache that cannot be written: 1', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { exitCode, check } = await stateOf('cache', { EFFIVERL_CACHE: join(file, 'cache') });
    expect(exitCode).toBe(1);
    expect(check).toMatchObject({ state: 'lack', found: expect.stringContaining('ENOTDIR') });
    expect(existsSync(join(file, 'cache'))).toBe(false);
  });
});

describe('sandboxes', () => {
  const absent = (name: SandboxTrial['name']): SandboxTrial => ({
    name,
    install: `apt-get install ${name}`,
    version: null,
    refusal: null,
    trial: null,
  });
  const works = (name: SandboxTrial['name']) => ({ ...absent(name), version: '1.0', trial: { tookMs: 40 } });
  const fails = (name: SandboxTrial['name'], problem: string) => ({
    ...absent(name),
    version: '1.0',
    trial: { problem },
  });
  const states = (...trials: SandboxTrial[]) => judgeSandboxes(trials).map((check) => check.state);

  test('one is enough; none is a lack', () => {
    expect(states(works('bubblewrap'), absent('firejail'))).toEqual(['ok', 'note']);
    expect(states(absent('bubblewrap'), works('firejail'))).toEqual(['note', 'ok']);
    expect(states(absent('bubblewrap'), absent('firejail'))).toEqual(['lack', 'lack']);
  });

  test('the one that a build takes by default must work, whatever the other does', () => {
    expect(states(fails('bubblewrap', 'x'), works('firejail'))).toEqual(['lack', 'ok']);
    expect(states(works('bubblewrap'), fails('firejail', 'x'))).toEqual(['ok', 'note']);
    const [check] = judgeSandboxes([
      fails('bubblewrap', 'No permissions to create new namespace'),
      works('firejail'),
    ]);
    expect(check?.mend).toMatch(/user namespaces.*--sandbox firejail works/);
  });

  test('one that refuses this user says so instead of being called absent', () => {
    const refusal = 'Error: the user is not allowed to use Firejail.';
    const [, check] = judgeSandboxes([works('bubblewrap'), { ...absent('firejail'), refusal }]);
    expect(check).toMatchObject({
      state: 'note',
      found: refusal,
      mend: expect.stringContaining('firejail.users'),
    });
  });

  test('untried for want of a Python is no finding of theirs', () => {
    expect(states({ ...works('bubblewrap'), trial: null })).toEqual(['note']);
  });
});

describe('single checks', () => {
  test('node', () => {
    expect(checkNode('v24.0.0', '/n').state).toBe('ok');
    expect(checkNode('v20.20.2', '/n')).toMatchObject({ state: 'lack', found: 'v20.20.2 at /n' });
  });

  test('python by its real path', async () => {
    const { check, python } = await checkPython('python3');
    expect(check.state).toBe('ok');
    expect(check.found).toContain(python?.executable);
  });

  test('user namespaces name the setting that forbids them', () => {
    const setting = (name: string) => (name === 'kernel.apparmor_restrict_unprivileged_userns' ? '1' : null);
    const check = checkUserNamespaces(false, false, setting);
    expect(check.mend).toBe('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
    expect(check.state).toBe('note');
    expect(checkUserNamespaces(false, false, () => null).mend).toContain('container');
    expect(checkUserNamespaces(true, false, setting).state).toBe('ok');
  });

  test('seccomp', () => {
    const status = 'Name:\tnode\nSeccomp:\t0\n';
    expect(checkSeccomp(status, 'kill_process errno allow', 'x64').state).toBe('ok');
    expect(checkSeccomp(status, null, 'riscv64').state).toBe('note');
    expect(checkSeccomp(status, 'kill_process allow', 'x64').state).toBe('lack');
    expect(checkSeccomp('Name:\tnode\n', null, 'x64').state).toBe('lack');
  });

  test('schedstat and counters are notes at most', () => {
    expect(checkSchedstat('12 0 3\n').state).toBe('ok');
    expect(checkSchedstat(null).state).toBe('note');
    expect(checkCounters('ok', '2').state).toBe('ok');
    expect(checkCounters('ENOENT', '2').found).toContain('ENOENT');
    expect(checkCounters('EACCES', '4')).toMatchObject({
      state: 'note',
      mend: expect.stringContaining('sysctl'),
    });
  });

  test('cores', () => {
    expect(ranges([0, 1, 2, 5, 7, 8])).toBe('0-2,5,7-8');
    expect(checkCores([0, 1], []).state).toBe('ok');
    expect(checkCores([3], []).state).toBe('note');
    expect(checkCores([0, 1], ['core 1: EINVAL'])).toMatchObject({
      state: 'lack',
      found: expect.stringContaining('core 1: EINVAL'),
    });
  });

  test('memory', () => {
    expect(availableMb('MemTotal: 9 kB\nMemAvailable:   2097152 kB\n')).toBe(2048);
    expect([8000, 2048, 100].map((free) => checkMemory(free, 16_000).state)).toEqual(['ok', 'note', 'lack']);
  });

  test('limits: the soft ones count', () => {
    const limits = (processes: string, files: string) =>
      `Limit                     Soft Limit           Hard Limit           Units\nMax processes             ${processes}                 96365                processes\nMax open files            ${files}                20000                files\n`;
    expect(checkLimits(limits('96365', '1024'), false).state).toBe('ok');
    expect(checkLimits(limits('unlimited', 'unlimited'), false).state).toBe('ok');
    expect(checkLimits(limits('100', '1024'), false).state).toBe('note');
    expect(checkLimits(limits('100', '1024'), true).state).toBe('ok');
    expect(checkLimits(limits('96365', '64'), false)).toMatchObject({
      state: 'lack',
      mend: 'ulimit -n 1024',
    });
  });

  test('cache', () => {
    expect(checkCache('/c', null, 5000).state).toBe('ok');
    expect(checkCache('/c', null, 5).state).toBe('note');
    expect(checkCache('/c', 'EACCES', 0)).toMatchObject({
      state: 'lack',
      mend: expect.stringContaining('EFFIVERL_CACHE'),
    });
  });

  test('notes do not make a machine unfit, and each way to mend has a line of its own', () => {
    expect(isFit([ok('a', 'x'), note('b', 'y')])).toBe(true);
    const checks = [ok('a', 'x'), lack('long name', 'z', 'do this')];
    expect(isFit(checks)).toBe(false);
    expect(checkTable(checks, false).split('\n').slice(0, 3)).toEqual([
      'ok    a          x',
      'lack  long name  z',
      '                 → do this',
    ]);
  });
});

test('the folder for temporary files is left as it was', async () => {
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith('effiverl-doctor-'));
  await effiverl(['doctor'], { env: { EFFIVERL_CACHE: '/dev/null/cache' } });
  const after = (await readdir(tmpdir())).filter((name) => name.startsWith('effiverl-doctor-'));
  expect(after).toEqual(before);
});
