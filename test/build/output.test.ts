import { spawnSync } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareOutput } from '../../src/build/output.ts';
import { scratchFolder } from '../scratch.ts';

/** A process id that was given out and is free again. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

async function earlierBuild(path: string, content: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'manifest.json'), `{"schema": "effiverl/manifest/1", "note": "${content}"}`);
}

describe('the folder of a build', () => {
  it('takes the place of an earlier build as a whole', async () => {
    const folder = await scratchFolder();
    const final = join(folder, 'out');
    await earlierBuild(final, 'old');
    await writeFile(join(final, 'stale.parquet'), '');
    const output = await prepareOutput(final);
    await earlierBuild(output.work, 'new');
    expect(await readdir(final)).toContain('stale.parquet');
    await output.commit();
    expect(await readdir(final)).toEqual(['manifest.json']);
    expect(await readdir(folder)).toEqual(['out']);
  });

  it('may be read by others as the umask says', async () => {
    const folder = await scratchFolder();
    const output = await prepareOutput(join(folder, 'out'));
    await output.commit();
    expect((await stat(join(folder, 'out'))).mode & 0o777).toBe(0o777 & ~process.umask());
  });

  it('leaves nothing when it is given up', async () => {
    const folder = await scratchFolder();
    const output = await prepareOutput(join(folder, 'out'));
    await writeFile(join(output.work, 'half'), '');
    await output.abandon();
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes what a killed build left, and nothing of a running one or of another folder', async () => {
    const folder = await scratchFolder();
    const dead = deadPid();
    const others = [`.out.tmp-${process.ppid}-0a1b2c3d`, `.other.tmp-${dead}-0a1b2c3d`, 'out.tmp-1-2'];
    for (const name of [`.out.tmp-${dead}-0a1b2c3d`, ...others]) await mkdir(join(folder, name));
    const output = await prepareOutput(join(folder, 'out'));
    await output.commit();
    expect((await readdir(folder)).sort()).toEqual([...others, 'out'].sort());
  });

  it('puts an earlier build back when a kill came between the two renames', async () => {
    const folder = await scratchFolder();
    const final = join(folder, 'out');
    const dead = deadPid();
    await earlierBuild(join(folder, `.out.tmp-${dead}-old`), 'old');
    await earlierBuild(join(folder, `.out.tmp-${dead}-0a1b2c3d`), 'new');
    const output = await prepareOutput(final);
    expect(await readdir(final)).toEqual(['manifest.json']);
    await output.abandon();
    expect(await readdir(folder)).toEqual(['out']);
  });

  it('removes the earlier build when the kill came behind the second rename', async () => {
    const folder = await scratchFolder();
    await earlierBuild(join(folder, `.out.tmp-${deadPid()}-old`), 'old');
    await earlierBuild(join(folder, 'out'), 'new');
    await (await prepareOutput(join(folder, 'out'))).abandon();
    expect(await readdir(folder)).toEqual(['out']);
  });
});
