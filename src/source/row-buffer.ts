import { UserError } from '../../schemas/errors.ts';

/** Collects the pieces of one row while its file streams by in blocks. */
export interface RowBuffer {
  /** Rows taken so far. */
  readonly taken: number;
  readonly size: number;
  /** Throws UserError when the row grows beyond the longest text that can be parsed. */
  add(piece: Buffer): void;
  take(): Buffer;
}

/** `where` names the row that is being collected, by its number. */
export function createRowBuffer(maxBytes: number, where: (row: number) => string): RowBuffer {
  let pieces: Buffer[] = [];
  let size = 0;
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    get size() {
      return size;
    },
    add(piece) {
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) {
        throw new UserError(
          `${where(taken + 1)}: longer than ${maxBytes} bytes, the longest text that can be parsed`,
        );
      }
    },
    take() {
      const row = Buffer.concat(pieces);
      pieces = [];
      size = 0;
      taken++;
      return row;
    },
  };
}
