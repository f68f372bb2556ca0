import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { GradingJob } from '../../schemas/job.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import { installedSandboxes, jobOf, method, smallLimits } from './grading.ts';
import {
  descendants,
  gradeAs,
  living,
  ordinaryUser,
  ourselves,
  processesIn,
  startGrading,
  type User,
} from './users.ts';

const project = resolve(import.meta.dirname, '../..');
const inspector = readFileSync(join(import.meta.dirname, 'inspector.py'), 'utf8');
const roomy = { ...smallLimits, timeMs: 20_000, memoryMb: 512 };

const abstract = `effiverl-conformance-${process.pid}`;
const secret = join(tmpdir(), `effiverl-secret-${process.pid}`);
const servers: Server[] = [];
let port = 0;

beforeAll(async () => {
  writeFileSync(secret, 'secret', { mode: 0o644 });
  for (const place of [{ port: 0, host: '127.0.0.1' }, { path: `\0${abstract}` }]) {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((ready) => server.listen(place, ready));
    servers.push(server);
    const address = server.address();
    if (address !== null && typeof address === 'object') port = address.port;
  }
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(secret);
});

/** What the inspector must find: an assert for each. */
function checks(): [what: string, suite: string][] {
  const homes = readdirSync('/home').map((name) => `/home/${name}`);
  const hidden = [
    project,
    join(project, 'package.json'),
    '/etc/shadow',
    '/etc/passwd',
    secret,
    '/var',
    '/sys',
    ...homes,
  ];
  return [
    ['no network', `assert solution.network(${port}, '${abstract}') == []`],
    ['no other process', 'assert solution.processes() == []'],
    ['home and project are invisible', `assert solution.readable(${JSON.stringify(hidden)}) == []`],
    [
      'of the home there is at most the way to the interpreter',
      `assert all(name.startswith('.') for name in solution.listed('/root') + solution.listed(${JSON.stringify(homedir())}))`,
    ],
    ['nothing can be written outside of tmp', 'assert solution.writable() == []'],
    [
      'no capabilities, no new privileges, system calls filtered',
      "assert solution.status() == {'CapEff': '0' * 16, 'CapPrm': '0' * 16, 'CapAmb': '0' * 16, 'NoNewPrivs': '1', 'Seccomp': '2'}",
    ],
    ['no way to other rights', 'assert solution.privileges() == []'],
    ['the harness cannot be signalled, traced or read', 'assert solution.harness() == []'],
    ['no descriptor but the channel', 'assert solution.descriptors() == []'],
    [
      'nothing of our environment',
      `assert solution.environment(${JSON.stringify(['EFFIVERL_CACHE', 'EFFIVERL_PYTHON', 'OLDPWD'])}) == []`,
    ],
  ];
}

interface Exhausting {
  name: string;
  body: string;
  status: Verdict['status'][];
  limits?: Partial<GradingJob['limits']>;
}

const lingering =
  'import os, time\nfor i in range(5):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(600)\nreturn 1';
const exhausting: Exhausting[] = [
  {
    name: 'many files of 2 MiB do not fill the memory',
    body: "i = 0\nwhile True:\n    open('/tmp/%d' % i, 'wb').write(b'x' * (1 << 21))\n    i += 1",
    status: ['output-limit', 'runtime-error'],
  },
  {
    name: 'nor do many empty ones',
    body: "i = 0\nwhile True:\n    try: open('/tmp/%d' % i, 'wb').close()\n    except OSError: pass\n    i += 1",
    status: ['output-limit', 'timeout'],
  },
  {
    name: 'a fork bomb',
    body: 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass',
    status: ['timeout', 'memory-limit'],
  },
  {
    name: 'memory in many children',
    body: 'import os, time\nfor i in range(12):\n    if os.fork() == 0:\n        x = bytearray(64 << 20)\n        for i in range(0, len(x), 4096): x[i] = 1\n        time.sleep(60)\ntime.sleep(60)',
    status: ['memory-limit'],
    limits: { timeMs: 20_000 },
  },
  {
    name: 'a flood of output to every descriptor',
    body: "import os\nfor fd in range(256):\n    try: os.write(fd, b'x' * 100_000)\n    except OSError: pass\nreturn 1",
    status: ['output-limit', 'tampered'],
  },
  { name: 'processes that linger', body: lingering, status: ['passed'] },
  {
    name: 'folders deeper than a path',
    body: "import os\nfor i in range(3000):\n    os.mkdir('d')\n    os.chdir('d')\nreturn 1",
    status: ['passed', 'runtime-error'],
  },
];

const endless = {
  'a submission': jobOf(method('while True: pass'), 'solution.f()', {
    limits: { ...roomy, timeMs: 600_000 },
  }),
  'a suite': jobOf(method('return 1'), 'while True: pass', { limits: { ...roomy, timeMs: 600_000 } }),
};

const sandboxes = await installedSandboxes();
const user = ordinaryUser();
const users: (User | string)[] = [ourselves(), user];
afterAll(() => {
  for (const one of users) if (typeof one !== 'string') rmSync(one.home, { recursive: true, force: true });
});

test('at least one sandbox is installed', () => {
  expect(sandboxes).not.toEqual([]);
});

for (const sandbox of sandboxes) {
  for (const one of users) {
    if (typeof one === 'string') {
      test.skip(`${sandbox} as an ordinary user: ${one}`, () => undefined);
      continue;
    }
    describe(`${sandbox} as ${one.name}`, () => {
      const grade = (jobs: GradingJob[], atOnce?: number) => gradeAs(one, sandbox, jobs, atOnce);

      test('a submission finds no way out', async () => {
        const verdicts = await grade(checks().map(([, suite]) => jobOf(inspector, suite, { limits: roomy })));
        const found = verdicts.map(({ status, detail }, index) => ({
          what: checks()[index]?.[0],
          status,
          detail,
        }));
        expect(found).toEqual(checks().map(([what]) => ({ what, status: 'passed', detail: '' })));
      });

      test('what one run writes or starts is gone in its next pass, and in the next run', async () => {
        const trace = method(
          "import os\ndef alive(p):\n    try: return open('/proc/%s/stat' % p).read().rpartition(')')[2].split()[0] != 'Z'\n    except OSError: return False\nfound = [x for x in os.listdir('/tmp') if x.startswith('left')], len([p for p in os.listdir('/proc') if p.isdigit() and alive(p)])\nopen('/tmp/left', 'w').write('x')\nos.mkdir('/tmp/left-folder')\nif os.fork() == 0:\n    import time\n    time.sleep(600)\nreturn found",
        );
        const suite = 'files, processes = solution.f()\nassert files == [] and processes <= 5';
        const job = jobOf(trace, suite, { passes: { kind: 'fixed', count: 3 } });
        const verdicts = await grade([job, { ...job, seed: 2 }]);
        expect(verdicts.map(({ status, detail }) => [status, detail])).toEqual([
          ['passed', ''],
          ['passed', ''],
        ]);
        expect(processesIn(one.home)).toEqual([]);
      });

      test('whatever is exhausted, the run ends with a verdict on the program', async () => {
        const jobs = exhausting.map(({ body, limits }) =>
          jobOf(method(body), 'assert solution.f() == 1', { limits: { ...smallLimits, ...limits } }),
        );
        const verdicts = await grade(jobs);
        for (const [index, { name, status }] of exhausting.entries()) {
          expect({ name, ...verdicts[index] }).toMatchObject({
            name,
            status: expect.stringMatching(new RegExp(`^(${status.join('|')})$`)),
          });
        }
        expect(processesIn(one.home)).toEqual([]);
      });

      test('two runs at once do not count each other’s processes', async () => {
        const hold =
          'import threading\nstop = threading.Event()\nthreads = [threading.Thread(target=stop.wait, daemon=True) for _ in range(12)]\nfor thread in threads: thread.start()\nstop.wait(1)\nstop.set()\nfor thread in threads: thread.join()\nreturn 1';
        const job = jobOf(method(hold), 'assert solution.f() == 1', {
          limits: { ...smallLimits, timeMs: 20_000, memoryMb: 8192 },
        });
        const jobs = [1, 2, 3, 4].map((seed) => ({ ...job, seed }));
        expect((await grade(jobs, 4)).map(({ detail }) => detail)).toEqual(['', '', '', '']);
      });

      test.each(Object.entries(endless))(
        'kill -9 of the supervisor ends %s that never would',
        async (_what, job) => {
          const child = startGrading(one, sandbox, [job]);
          try {
            // The sandbox, the judge, the template and the pass: so many there are when the endless part has begun.
            const below = () => descendants(child.pid ?? 0);
            await vi.waitFor(() => expect(below().length).toBeGreaterThan(3), {
              timeout: 20_000,
              interval: 100,
            });
            const all = below();
            child.kill('SIGKILL');
            await vi.waitFor(() => expect(living(all)).toEqual([]), { timeout: 10_000, interval: 100 });
          } finally {
            child.kill('SIGKILL');
          }
        },
      );
    });
  }
}
