import { type BrokerCredentials, type BrokerSession, withContractTimesOfServer } from '@vigia/broker-kit/port';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import { iqOptionBroker } from './index.ts';
import { pastedLogin } from './pasted-session.ts';
import { type IqSimulator, startSimulator } from './simulator/index.ts';

const SSID = 'navegador-ana@example.com';
type Pasted = Extract<BrokerCredentials, { kind: 'browser_session' }>;
const pasted = (token: string, userAgent: string | null = null): Pasted => ({
  kind: 'browser_session',
  token,
  cookies: null,
  userAgent,
});

describe('pastedLogin', () => {
  it.each([
    ['the bare ssid', 'abc123', 'abc123'],
    ['the ssid with its name', 'ssid=abc123', 'abc123'],
    ['a whole cookie header', 'lang=es; ssid=abc123; platform=9', 'abc123'],
    ['spaces around it', '  abc123 ', 'abc123'],
    ['a sentence', 'no lo encuentro', null],
    ['nothing', '', null],
  ])('reads %s', (_what, token, ssid) => {
    expect(pastedLogin(pasted(token)).ssid).toBe(ssid);
  });

  it('keeps the User-Agent of the browser, unless it is not a valid header value', () => {
    expect(pastedLogin(pasted('a', 'Mozilla/5.0 (X11)')).userAgent).toBe('Mozilla/5.0 (X11)');
    expect(pastedLogin(pasted('a', 'Mozilla\r\nX-Evil: 1')).userAgent).toBe('Vigia/0.1');
  });
});

describe('a session with a pasted ssid', () => {
  let drive: ClockDriver;
  let simulator: IqSimulator;
  let session: BrokerSession;
  const log: string[] = [];
  let listener: Listener;

  async function connected(token: string): Promise<unknown> {
    drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
    simulator = await startSimulator(drive.clock, 7);
    listener = new Listener(drive.clock);
    session = withContractTimesOfServer(iqOptionBroker).open(pasted(token), null, listener, {
      clock: drive.clock,
      rng: new SeededRng(7),
      ids: new CountingIds(),
      log: (_level, text) => void log.push(text),
      // No server listens on this port, so an HTTP request would fail.
      origins: { ...simulator.origins, auth: 'http://127.0.0.1:9' },
    });
    return drive.settled('connect', session.connect());
  }
  afterEach(async () => {
    await drive.settled('close', session.close('forget'));
    await simulator.stop();
    if (log.join('\n').includes(SSID)) throw new Error('the log contains the ssid');
  });

  it('opens the accounts of the login without any HTTP request, and publishes no secret', async () => {
    expect(await connected(SSID)).toEqual({ ok: true, value: null });
    expect(session.accounts().map(({ kind }) => kind)).toEqual(['demo', 'real']);
    expect(listener.resumables).toEqual([]);
  });

  it('keeps the same ssid after a disconnect', async () => {
    await connected(SSID);
    simulator.script.cutConnections();
    await drive.until('the cut', () => session.state().status === 'connecting');
    await drive.until('the reconnect', () => session.state().status === 'connected');
    expect(session.accounts()).toHaveLength(2);
  });

  it('reports an expired session and does not sign in in another way, if the broker refuses the ssid', async () => {
    expect(await connected('otra-cosa')).toMatchObject({ ok: false, error: { kind: 'session_expired' } });
    expect(session.state()).toMatchObject({ status: 'failed', fault: { kind: 'session_expired' } });
  });

  it('ends as expired once the broker has ended the session, and again at the next attempt', async () => {
    await connected(SSID);
    simulator.script.expireSessions();
    await drive.until('the end', () => session.state().status === 'failed');
    expect(session.state()).toMatchObject({ fault: { kind: 'session_expired' } });
    expect(await drive.settled('connect', session.connect())).toMatchObject({ error: { kind: 'session_expired' } });
  });

  it('refuses a text that is not an ssid, without contacting the broker', async () => {
    expect(await connected('no lo encuentro')).toMatchObject({ ok: false, error: { kind: 'auth_invalid' } });
    expect(await drive.settled('the code', session.answerCode('123'))).toMatchObject({ ok: false });
  });

  it('does not end the session of the browser when the user forgets the login', async () => {
    await connected(SSID);
    await drive.settled('close', session.close('forget'));
    session = withContractTimesOfServer(iqOptionBroker).open(pasted(SSID), null, listener, {
      clock: drive.clock,
      rng: new SeededRng(8),
      ids: new CountingIds(),
      log: () => undefined,
      origins: simulator.origins,
    });
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
  });
});
