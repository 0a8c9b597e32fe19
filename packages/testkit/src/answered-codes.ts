/**
 * Vitest set-up file for integration tests. It collects every error code that the servers of this process send, and
 * appends the codes to the file named by VIGIA_ANSWERED_CODES. Without this variable it does nothing.
 * `scripts/error-codes.mjs` compares the files of all integration stages with the error codes of the contract package.
 */
import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const INSTALLED = Symbol.for('vigia.answered-codes');
/** Matches the error code in an ErrorBody, and at the start of a response of the sign-in service. */
const CODE = /(?:"error":\{"code"|^\{"code":\d+,"error_code"):"([a-z_]+)"/;
const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/**
 * Returns the text of a body. The text is empty if the body cannot be decoded, for example because the connection was
 * cut.
 */
function textOf(chunks: readonly Buffer[], encoding: unknown): string {
  const body = Buffer.concat(chunks);
  try {
    return (typeof encoding === 'string' ? (DECODERS[encoding]?.(body) ?? body) : body).toString();
  } catch {
    return '';
  }
}

function recordInto(file: string): void {
  const known = new Set<string>();
  const bodies = new WeakMap<ServerResponse, Buffer[]>();
  const keep = (response: ServerResponse, chunk: unknown) => {
    if (response.statusCode < 400 || !(typeof chunk === 'string' || Buffer.isBuffer(chunk))) return;
    bodies.set(response, [...(bodies.get(response) ?? []), Buffer.from(chunk)]);
  };
  const record = (response: ServerResponse) => {
    const code = CODE.exec(textOf(bodies.get(response) ?? [], response.getHeader('content-encoding')))?.[1];
    if (code === undefined || known.has(code)) return;
    known.add(code);
    appendFileSync(file, `${code}\n`);
  };
  const { write, end } = ServerResponse.prototype;
  const observed = <Method extends (...args: never[]) => unknown>(method: Method): Method =>
    new Proxy(method, {
      apply(target, response: ServerResponse, args: readonly unknown[]) {
        keep(response, args[0]);
        if (target === end) record(response);
        return Reflect.apply(target, response, args);
      },
    });
  Object.assign(ServerResponse.prototype, { write: observed(write), end: observed(end) });
}

const file = process.env['VIGIA_ANSWERED_CODES'];
// The set-up runs once per worker, although each test file of the worker runs this module.
if (file !== undefined && !(INSTALLED in globalThis)) {
  Object.assign(globalThis, { [INSTALLED]: true });
  recordInto(file);
}
