import { gradingJobSchema } from '../../schemas/job.ts';
import { openGrader } from '../../src/grader/grader.ts';
import type { SandboxName } from '../../src/grader/sandbox/sandbox.ts';

// Run by the tests in a process of its own, as another user or to be killed: grades the jobs of its standard input,
// all at once, and writes their verdicts.
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const jobs = gradingJobSchema.array().parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
using grader = await openGrader({
  sandbox: process.argv[2] as SandboxName,
  jobs: Math.max(2, Math.min(jobs.length, Number(process.argv[3] ?? 2))),
  fresh: true,
});
const verdicts = await Promise.all(jobs.map(async (job) => (await grader.grade(job)).verdict));
process.stdout.write(JSON.stringify(verdicts));
