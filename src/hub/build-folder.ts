import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import { type Manifest, manifestSchema, type VerdictRow, verdictRowSchema } from '../../schemas/manifest.ts';
import { verlRowSchema } from '../../schemas/verl-row.ts';
import { readParquetRows } from '../parquet/read.ts';
import { type BuildSide, buildSide, type RowContent, rowContent } from './build-side.ts';
import { digestFile } from './digest.ts';
import { checkPath } from './remote-file.ts';

/** A folder as a build leaves it. */
export interface BuildFolder {
  folder: string;
  manifest: Manifest;
  verdicts: VerdictRow[];
}

/**
 * Manifest and verdicts of a build. `label` is what errors call the folder.
 * @throws UserError when there is no build, or a damaged one
 */
export async function readBuildFolder(folder: string, label = folder): Promise<BuildFolder> {
  const manifest = await readManifest(folder, label);
  const verdicts: VerdictRow[] = [];
  for await (const value of readParquetRows(join(folder, 'verdicts.parquet'), {
    name: `${label}/verdicts.parquet`,
  })) {
    const parsed = verdictRowSchema.safeParse(numbers(value));
    if (!parsed.success) throw damaged(`${label}/verdicts.parquet, row ${verdicts.length + 1}`, parsed.error);
    verdicts.push(parsed.data);
  }
  return { folder, manifest, verdicts };
}

/** @throws UserError when there is none, or one of another version */
export async function readManifest(folder: string, label = folder): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8');
  } catch (error) {
    throw new UserError(
      `${label} holds no build (manifest.json: ${(error as NodeJS.ErrnoException).code}): build first, or check the path`,
      { cause: error },
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${label}/manifest.json is not JSON: build again`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw damaged(`${label}/manifest.json`, parsed.error);
  // It may have been downloaded: its paths must not lead out of the folder.
  for (const { path } of parsed.data.outputs) checkPath(path, `${label}/manifest.json`);
  return parsed.data;
}

/** All that a comparison looks at. Of the rows only hashes are kept. @throws UserError as `readBuildFolder` does */
export async function readBuildSide(folder: string, label: string): Promise<BuildSide> {
  const { manifest, verdicts } = await readBuildFolder(folder, label);
  const kept = verdicts.filter((row) => row.kept).map((row) => row.id);
  const rows: RowContent[] = [];
  for (const { path } of manifest.outputs) {
    for await (const value of readParquetRows(join(folder, path), { name: `${label}/${path}` })) {
      const parsed = verlRowSchema.safeParse(value);
      if (!parsed.success) throw damaged(`${label}/${path}, row ${rows.length + 1} of all`, parsed.error);
      // The data holds the kept rows in the order of the verdicts.
      const id = kept[rows.length];
      if (id === undefined) throw unequal(label);
      rows.push(rowContent(id, parsed.data));
    }
  }
  if (rows.length !== kept.length) throw unequal(label);
  return buildSide(label, manifest, verdicts, rows);
}

/**
 * Compare the data with what the manifest says of it.
 * @throws UserError naming the file that is missing, has other bytes, or is of no build
 */
export async function verifyOutputs(
  { folder, manifest }: Pick<BuildFolder, 'folder' | 'manifest'>,
  present: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const stated = new Set(manifest.outputs.map(({ path }) => path));
  const foreign = present.find((path) => path.startsWith('data/') && !stated.has(path));
  if (foreign !== undefined) {
    throw new UserError(`${folder}/${foreign} is no file of this build: take it away, or build again`);
  }
  for (const { path, bytes, sha256 } of manifest.outputs) {
    const file = join(folder, path);
    if (!(await stat(file).catch(() => null))?.isFile())
      throw new UserError(`${file} is missing: build again`);
    const found = await digestFile(file, signal);
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new UserError(
        `${file} has sha256 ${found.sha256}, but manifest.json says ${sha256}: it was changed after the build; build again`,
      );
    }
  }
}

/** int64 columns come as bigint. */
function numbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}

function damaged(
  where: string,
  { issues: [issue] }: { issues: { path: PropertyKey[]; message: string }[] },
): UserError {
  return new UserError(
    `${where}, field ${issue?.path.join('.') || '(all)'}: ${issue?.message ?? 'of another form'}; build again`,
  );
}

function unequal(label: string): UserError {
  return new UserError(
    `${label}: its data and its verdicts hold different numbers of kept rows; build again`,
  );
}
