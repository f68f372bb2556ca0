import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultKind } from './faults.ts';

/** One request, read whole, and the means to answer it. */
export interface Exchange {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
  json(status: number, value: unknown, headers?: Record<string, string>): undefined;
  /** As the hub refuses: code and message in headers, message in the body. */
  refuse(status: number, code: string | null, message: string): undefined;
  redirect(status: number, location: string, headers?: Record<string, string>): undefined;
  /** Content, with ranges. */
  send(bytes: Buffer, headers?: Record<string, string>): undefined;
}

export async function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  fault: FaultKind | null,
): Promise<Exchange> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const method = request.method ?? 'GET';

  const write = (status: number, headers: Record<string, string>, body: Buffer): undefined => {
    if (fault?.kind === 'lose-answer') {
      response.destroy();
      return;
    }
    const sent = fault?.kind === 'flip' && body.length > fault.atByte ? flipped(body, fault.atByte) : body;
    response.writeHead(status, {
      'x-request-id': randomUUID(),
      'content-length': String(sent.length),
      ...headers,
    });
    if (method === 'HEAD') {
      response.end();
      return;
    }
    const cut =
      fault?.kind === 'drop' || fault?.kind === 'stall' ? fault.afterBytes : Number.POSITIVE_INFINITY;
    if (sent.length <= cut) {
      response.end(sent);
      return;
    }
    // What was written has to leave before the connection goes, or the client would never see it.
    response.write(sent.subarray(0, cut), () => {
      if (fault?.kind === 'drop') setTimeout(() => response.destroy(), 20);
    });
  };

  return {
    method,
    url: new URL(request.url ?? '/', origin),
    headers: request.headers,
    body: Buffer.concat(parts),
    json: (status, value, headers = {}) =>
      write(
        status,
        { 'content-type': 'application/json; charset=utf-8', ...headers },
        Buffer.from(JSON.stringify(value)),
      ),
    refuse: (status, code, message) =>
      write(
        status,
        {
          'content-type': 'application/json; charset=utf-8',
          ...(code && { 'x-error-code': code }),
          'x-error-message': message,
        },
        Buffer.from(JSON.stringify({ error: message })),
      ),
    redirect: (status, location, headers = {}) => write(status, { location, ...headers }, Buffer.alloc(0)),
    send(bytes, headers = {}) {
      const base = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes', ...headers };
      const range =
        fault?.kind === 'ignore-range' ? null : /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
      if (!range) {
        write(200, base, bytes);
        return;
      }
      const start = Number(range[1]);
      const end = range[2] ? Math.min(Number(range[2]), bytes.length - 1) : bytes.length - 1;
      if (start > end) {
        write(416, { ...base, 'content-range': `bytes */${bytes.length}` }, Buffer.alloc(0));
        return;
      }
      write(
        206,
        { ...base, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
        bytes.subarray(start, end + 1),
      );
    },
  };
}

function flipped(body: Buffer, at: number): Buffer {
  const copy = Buffer.from(body);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
