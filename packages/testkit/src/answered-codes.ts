/**
 * Vitest set-up file for integration tests. The file appends every error code in the responses of servers in this
 * process to the file that VIGIA_ANSWERED_CODES names; without the variable it does nothing. `scripts/error-codes.mjs`
 * compares the files of all integration stages with the codes of the contract.
 */
import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const INSTALLED = Symbol.for('vigia.answered-codes');
/** Finds the error code in an ErrorBody, and at the start of a response of the sign-in service. */
const CODE = /(?:"error":\{"code"|^\{"code":\d+,"error_code"):"([a-z_]+)"/;

function recordInto(file: string): void {
  const known = new Set<string>();
  const read = (status: number, body: unknown) => {
    if (status < 400 || !(typeof body === 'string' || Buffer.isBuffer(body))) return;
    const code = CODE.exec(body.toString())?.[1];
    if (code === undefined || known.has(code)) return;
    known.add(code);
    appendFileSync(file, `${code}\n`);
  };
  const observed = <Method extends (...args: never[]) => unknown>(method: Method): Method =>
    new Proxy(method, {
      apply(target, response: ServerResponse, args: readonly unknown[]) {
        read(response.statusCode, args[0]);
        return Reflect.apply(target, response, args);
      },
    });
  // A server passes the whole body to `end`; a request that Fastify injects passes it to `write`.
  const { write, end } = ServerResponse.prototype;
  Object.assign(ServerResponse.prototype, { write: observed(write), end: observed(end) });
}

const file = process.env['VIGIA_ANSWERED_CODES'];
// Test files share a worker, and each file runs this module.
if (file !== undefined && !(INSTALLED in globalThis)) {
  Object.assign(globalThis, { [INSTALLED]: true });
  recordInto(file);
}
