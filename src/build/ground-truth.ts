import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';

/** Values above this many bytes travel compressed: verl sends a row's ground truth with every response. */
export const packAbove = 64 * 1024;

const packedSchema = z.object({
  encoding: z.literal('gzip+base64'),
  sha256: z.string(),
  bytes: z.number().int(),
  data: z.string(),
});

/**
 * The JSON text of a ground truth: `schema` names the version, strings above 64 KiB become
 * `{encoding, sha256, bytes, data}` with the hash and size of the text they hold.
 */
export function packGroundTruth(schema: string, fields: Record<string, unknown>): string {
  const packed = Object.entries(fields).map(([name, value]) => [name, pack(value)] as const);
  return JSON.stringify({ schema, ...Object.fromEntries(packed) });
}

function pack(value: unknown): unknown {
  if (typeof value !== 'string' || Buffer.byteLength(value) <= packAbove) return value;
  const bytes = Buffer.from(value);
  return {
    encoding: 'gzip+base64',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    data: gzipSync(bytes, { level: 9 }).toString('base64'),
  };
}

/** The fields of a ground truth, unpacked and with their hashes checked. `where` names the row for errors. */
export function unpackGroundTruth(text: string, where: string): Record<string, unknown> {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${where}: ground_truth is not JSON`, { cause: error });
  }
  if (fields === null || typeof fields !== 'object')
    throw new UserError(`${where}: ground_truth is not a JSON object`);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const packed = packedSchema.safeParse(value);
      return [name, packed.success ? unpack(packed.data, `${where}: ground_truth.${name}`) : value];
    }),
  );
}

function unpack({ sha256, bytes, data }: z.infer<typeof packedSchema>, where: string): string {
  let content: Buffer;
  try {
    content = gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: bytes + 1 });
  } catch (error) {
    throw new UserError(`${where} is not gzip, or not of the size it states`, { cause: error });
  }
  if (content.length !== bytes || createHash('sha256').update(content).digest('hex') !== sha256) {
    throw new UserError(`${where} does not have the sha256 it states: the dataset is damaged`);
  }
  return content.toString('utf8');
}
