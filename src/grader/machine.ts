import { readFileSync } from 'node:fs';
import { arch, cpus, release, totalmem } from 'node:os';
import type { Machine } from '../../schemas/manifest.ts';

/** Cores this process may use, by number: what the kernel allows, not what the machine has. */
export function allowedCores(status = readFileSync('/proc/self/status', 'utf8')): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '0';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
}

/** What a measurement depends on besides the program: enough to tell machines apart, nothing that names one. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: allowedCores().length,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
    arch: arch(),
  };
}
