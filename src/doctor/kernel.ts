import { type Check, lack, note, ok } from './check.ts';

/** Kernel settings by name (`user.max_user_namespaces`), null where this kernel has no such setting. */
export type KernelSetting = (name: string) => string | null;

/** Each setting, the value that forbids user namespaces, and one that allows them. */
const namespaceSettings = [
  { name: 'kernel.unprivileged_userns_clone', forbids: '0', allows: '1' },
  { name: 'user.max_user_namespaces', forbids: '0', allows: '65536' },
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allows: '0' },
] as const;

/**
 * User namespaces: bubblewrap needs them for everyone but root. A note at most, since the trial run of the sandbox
 * decides whether it works.
 *
 * @param works Whether this user could make one.
 */
export function checkUserNamespaces(works: boolean, root: boolean, setting: KernelSetting): Check {
  const name = 'user namespaces';
  if (works) return ok(name, root ? 'work (root does not need them)' : 'work for this user');
  const guilty = namespaceSettings.filter((item) => setting(item.name) === item.forbids);
  const found = guilty.map((item) => `${item.name} is ${item.forbids}`).join(', ') || 'cannot be made here';
  const mend = guilty.map((item) => `sudo sysctl -w ${item.name}=${item.allows}`).join('; ');
  const otherwise =
    'a container or a security module forbids them: start the container with the right to make namespaces';
  return note(name, root ? `${found} (root does not need them)` : found, mend || otherwise);
}

/** Processors for which the harness knows the numbers of the system calls that it forbids. */
const filtered = ['x64', 'arm64'];

/** seccomp: what keeps a submission from system calls that no solution needs. `status` is /proc/self/status. */
export function checkSeccomp(status: string, actions: string | null, arch: string): Check {
  const name = 'seccomp';
  if (!/^Seccomp:/m.test(status)) {
    return lack(name, 'this kernel has none', 'use a kernel built with CONFIG_SECCOMP_FILTER');
  }
  if (actions !== null && !actions.split(/\s+/).includes('errno')) {
    return lack(
      name,
      `filters cannot refuse calls (${actions})`,
      'use a kernel built with CONFIG_SECCOMP_FILTER',
    );
  }
  if (!filtered.includes(arch)) {
    return note(
      name,
      `no filter for ${arch}: the sandbox alone confines programs`,
      `use one of ${filtered.join(', ')}`,
    );
  }
  return ok(name, 'filters available');
}

/** The kernel's count of a process's time on a core: what claimed runtimes are checked against. */
export function checkSchedstat(text: string | null): Check {
  const name = 'schedstat';
  if (text !== null && /^\d+ \d+ \d+/.test(text))
    return ok(name, '/proc/self/schedstat counts time on a core');
  return note(
    name,
    'no /proc/self/schedstat: forged runtimes are caught less closely',
    'use a kernel built with CONFIG_SCHED_INFO',
  );
}

/**
 * Hardware counters of retired instructions. Virtual machines mostly have none, and nothing but EvalPerf's profiles
 * asks for them.
 *
 * @param outcome What perf_event_open(2) said: `ok`, or the name of an error.
 * @param paranoid kernel.perf_event_paranoid.
 */
export function checkCounters(outcome: string, paranoid: string | null): Check {
  const name = 'hardware counters';
  if (outcome === 'ok') return ok(name, 'instructions can be counted');
  if (outcome === 'EACCES' || outcome === 'EPERM') {
    const level = paranoid === null ? '' : ` (kernel.perf_event_paranoid is ${paranoid})`;
    return note(name, `not for this user${level}: ${outcome}`, 'sudo sysctl -w kernel.perf_event_paranoid=1');
  }
  return note(
    name,
    `none: ${outcome}, as in most virtual machines`,
    'nothing needed: times are measured without them',
  );
}
