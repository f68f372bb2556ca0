/** How a matching answer goes wrong. Byte counts are of the body. */
export type FaultKind =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'reset' }
  | { kind: 'drop'; afterBytes: number }
  | { kind: 'stall'; afterBytes: number }
  | { kind: 'flip'; atByte: number }
  | { kind: 'ignore-range' }
  /** The request is carried out, and then its answer is lost. */
  | { kind: 'lose-answer' };

/** Applied to the next `times` requests whose `METHOD path` matches, after `skip` of them went well. */
export type Fault = FaultKind & { match: string; times: number; skip?: number };

export interface FaultBox {
  add(fault: Fault): void;
  clear(): void;
  take(method: string, path: string): FaultKind | null;
}

export function faultBox(): FaultBox {
  let faults: (Fault & { skip: number })[] = [];
  return {
    add: (fault) => {
      faults.push({ ...fault, skip: fault.skip ?? 0 });
    },
    clear: () => {
      faults = [];
    },
    take(method, path) {
      for (const fault of faults) {
        if (fault.times <= 0 || !new RegExp(fault.match).test(`${method} ${path}`)) continue;
        if (fault.skip > 0) {
          fault.skip--;
          return null;
        }
        fault.times--;
        return fault;
      }
      return null;
    },
  };
}
