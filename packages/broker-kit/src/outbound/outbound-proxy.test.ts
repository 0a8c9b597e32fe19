import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendHttpRequest } from '#http/index.ts';
import { type Loopback, type LoopbackProxy, listenOnLoopback, openLoopbackProxy } from '#simulator/index.ts';
import { openLink } from '#socket/index.ts';
import { outboundProxy, useOutboundProxy } from './outbound-proxy.ts';

const LOGIN = 'ana:CANARY-proxy';
let drive: ClockDriver;
let proxy: LoopbackProxy;
let broker: Loopback;
let requests: string[];
const log: string[] = [];

beforeEach(async () => {
  drive = new ClockDriver(0);
  requests = [];
  broker = await listenOnLoopback({
    onRequest: ({ url, headers }) => {
      requests.push(`${url.pathname} ${headers['proxy-authorization'] ?? 'no login'}`);
      return { status: 200, body: 'the broker' };
    },
    onUpgrade: () => ({ accept: (socket) => socket.send('hello') }),
  });
  proxy = await openLoopbackProxy(LOGIN);
});
afterEach(async () => {
  useOutboundProxy(null);
  await Promise.all([broker.stop(), proxy.stop()]);
});

const use = (login = `${LOGIN}@`, noProxy = '') =>
  useOutboundProxy(outboundProxy(proxy.origin.replace('//', `//${login}`), noProxy));
const ask = (url = broker.httpOrigin) =>
  drive.settled('the answer', sendHttpRequest(drive.clock, { method: 'POST', url }));
const hostOf = (origin: string) => new URL(origin).host;

/** Opens a link, waits for the first message, and returns the outcome. */
async function linked(url = broker.wsOrigin) {
  const heard: unknown[] = [];
  const link = openLink({
    target: async () => ({ ok: true, value: { url } }),
    greet: async () => ({ ok: true, value: null }),
    refusal: () => ({ kind: 'auth_challenge', detail: 'a page of the broker' }),
    onMessage: (data) => void heard.push(data),
    onState: () => undefined,
    onDrop: () => undefined,
    heartbeat: null,
    silenceMs: 60_000,
    clock: drive.clock,
    rng: new SeededRng(7),
    log: (_level, text) => void log.push(text),
  });
  const started = await drive.settled('the link', link.start());
  if (started.ok) await drive.until('a message', () => heard.length > 0);
  await drive.settled('the end', link.stop());
  return started;
}

describe('a connection to a broker', () => {
  it('uses the proxy for requests and sockets, and never sends the login of the proxy to the broker', async () => {
    use();
    expect(await ask()).toMatchObject({ ok: true, value: { body: 'the broker' } });
    expect(await linked()).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([hostOf(broker.httpOrigin), hostOf(broker.httpOrigin)]);
    expect(requests).toEqual(['/ no login']);
    expect(log.join()).not.toContain('CANARY');
  });

  it('is direct without a proxy, and to hosts in NO_PROXY', async () => {
    expect(await ask()).toMatchObject({ ok: true });
    use(undefined, 'localhost, 127.0.0.1');
    expect(await ask()).toMatchObject({ ok: true });
    expect(await linked()).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([]);
  });

  it.each([
    ['does not answer at all', async () => proxy.stop()],
    ['accepts and stays silent', async () => void (proxy.isSilent = true)],
  ])('fails with a fault of the proxy if the proxy %s', async (_what, spoil) => {
    use();
    await spoil();
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'proxy_failed' } });
    expect(await linked()).toMatchObject({ ok: false, error: { kind: 'proxy_failed' } });
    expect(requests).toEqual([]);
  });

  it('does not treat the page of a proxy as a response of the broker, if the proxy refuses its login', async () => {
    use('otra:clave@');
    const answer = await ask();
    expect(answer).toMatchObject({ ok: false, error: { kind: 'proxy_failed' } });
    expect(await linked()).toMatchObject({ ok: false, error: { kind: 'proxy_failed' } });
    expect(JSON.stringify(answer)).not.toMatch(/otra|clave|CANARY/);
  });

  it('fails with a network fault, not a proxy fault, once the tunnel is open', async () => {
    use();
    await broker.stop();
    const closed = await listenOnLoopback({
      onRequest: () => null,
      onUpgrade: () => ({ refuse: { status: 1, body: '' } }),
    });
    expect(await ask(closed.httpOrigin)).toMatchObject({ ok: false, error: { kind: 'network' } });
    await closed.stop();
    broker = closed;
  });
});

describe('a certificate without a trusted issuer', () => {
  let folder: string;
  let site: Server;
  let address = '';
  let served = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-proxy-'));
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...request, ...name, '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
      stdio: 'ignore',
    });
    const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(folder, file)));
    site = createServer({ ...(key && { key }), ...(cert && { cert }) }, (_request, response) => {
      served += 1;
      response.end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const at = site.address();
    address = `127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  });
  afterAll(() => {
    site.close();
    rmSync(folder, { recursive: true });
  });

  it('is refused behind the proxy too, for requests and sockets', async () => {
    use();
    const refused = { kind: 'network', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
    expect(await ask(`https://${address}`)).toEqual({ ok: false, error: refused });
    expect(await linked(`wss://${address}`)).toEqual({ ok: false, error: refused });
    expect(proxy.tunnels).toEqual([address, address]);
    expect(served).toBe(0);
  });
});

describe('outboundProxy', () => {
  it('separates the login from the address, and decodes the login', () => {
    expect(outboundProxy('http://ana:p%40ss@proxy.example:3128', '')).toEqual({
      origin: 'http://proxy.example:3128',
      authorization: `Basic ${Buffer.from('ana:p@ss').toString('base64')}`,
      direct: [],
    });
    expect(outboundProxy('https://proxy.example', '')).toMatchObject({ authorization: null });
  });

  it.each(['proxy.example:3128', 'socks5://proxy.example', 'http://proxy.example/path', 'http://a:%zz@proxy.example'])(
    'returns null for %s',
    (address) => {
      expect(outboundProxy(address, '')).toBeNull();
    },
  );
});
