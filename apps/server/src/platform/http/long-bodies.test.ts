import { once } from 'node:events';
import { connect } from 'node:net';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { type App, createHttpApp } from './app.ts';
import { allowLongBody } from './long-bodies.ts';
import { createSite } from './site.ts';

const TIMEOUTS = { headersMs: 20, requestMs: 40, checkMs: 5 };
/** Limits that only the limit of an idle connection can precede, also on a busy machine. */
const LONG_TIMEOUTS = { headersMs: 60_000, requestMs: 60_000, checkMs: 5 };
const HEADERS = 'host: x\r\ncontent-type: text/csv\r\ncontent-length: 4\r\n\r\n';

describe('a long body', () => {
  let app: App;
  afterEach(() => app.close());

  /** Opens a server that reads a body at `/long`, and returns a function that sends the start of a request. */
  async function open(idleMs: number, timeouts = TIMEOUTS) {
    app = await createHttpApp({
      log: createLogger('silent', { write: () => undefined }),
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
      authenticator: { authenticate: async () => 'not_authenticated' },
      trustProxy: false,
      timeouts,
    });
    app.addContentTypeParser('text/csv', async (_request: unknown, body: AsyncIterable<Uint8Array>) => body);
    app.post('/:how', async (request, reply) => {
      if (request.url === '/long') allowLongBody(request, reply, idleMs);
      let bytes = 0;
      for await (const chunk of request.raw) bytes += chunk.length;
      return { bytes };
    });
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    return {
      begin: (how: string) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(`POST /${how} HTTP/1.1\r\n${HEADERS}12`);
        return socket;
      },
    };
  }

  it('may arrive for longer than the body of an ordinary request', async () => {
    const { begin } = await open(10_000);
    const long = begin('long');
    await once(long, 'connect');
    const [refused] = await once(begin('short'), 'data');
    expect(String(refused)).toMatch(/^HTTP\/1\.1 408 /);
    long.write('34');
    const [answer] = await once(long, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"bytes":4\}$/);
  });

  it('is aborted if no byte arrives for a while', async () => {
    const { begin } = await open(30, LONG_TIMEOUTS);
    const long = begin('long');
    let received = '';
    long.on('data', (chunk) => (received += String(chunk)));
    await once(long, 'close');
    expect(received).toBe('');
  });
});
