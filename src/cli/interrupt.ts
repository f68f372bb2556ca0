/**
 * A signal that SIGINT and SIGTERM abort. A second SIGINT ends the process at once. `AbortError` is what is thrown
 * where the work stops.
 */
export function interruptSignal(): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new DOMException('interrupted', 'AbortError'));
  };
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of names) process.removeListener(name, stop);
    },
  };
}
