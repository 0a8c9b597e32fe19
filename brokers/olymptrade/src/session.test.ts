import type { BrokerContract, BrokerCredentials, BrokerState } from '@vigia/broker-kit/port';
import { listenOnLoopback } from '@vigia/broker-kit/simulator';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { olympTradeBroker } from './index.ts';
import { accessToken, startSimulator } from './simulator/index.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7);
const PERSON = 46_300_001;

async function stage(credentials: BrokerCredentials, apiOrigin?: string) {
  const drive = new ClockDriver(NOW_MS);
  const simulator = await startSimulator(drive.clock, 7);
  const contracts: BrokerContract[] = [];
  const states: BrokerState[] = [];
  const log: string[] = [];
  const session = olympTradeBroker.open(
    credentials,
    null,
    {
      onState: (state) => void states.push(state),
      onAccounts: () => undefined,
      onAssets: () => undefined,
      onTick: () => undefined,
      onContract: (contract) => void contracts.push(contract),
      onResumable: () => undefined,
    },
    {
      clock: drive.clock,
      rng: new SeededRng(1),
      ids: new CountingIds(),
      log: (_level, text) => void log.push(text),
      origins: apiOrigin === undefined ? simulator.origins : { ...simulator.origins, api: apiOrigin },
    },
  );
  const end = async () => {
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  };
  return { drive, simulator, session, contracts, states, end };
}

const FULL_PAGE = JSON.stringify({ data: Array.from({ length: 50 }, () => ({ id: 9, status: 'win' })) });

const pasted = (token: string): BrokerCredentials => ({
  kind: 'browser_session',
  token,
  cookies: null,
  userAgent: null,
});

describe('the sign-in at Olymp Trade', () => {
  it('requests a pasted token if the user enters e-mail and password, and does not contact the broker', async () => {
    const { drive, simulator, session, states, end } = await stage({
      kind: 'password',
      email: 'a@example.com',
      password: 'secret',
    });
    // If a request arrived at the simulator, it would consume this fault.
    simulator.script.nextLogins({ kind: 'cut' });
    const connected = await session.connect();
    expect(connected).toMatchObject({ ok: false, error: { kind: 'auth_challenge' } });
    if (!connected.ok) expect(connected.error.detail).toContain('access_token');
    await drive.advance(60_000);
    expect(states).toEqual([{ status: 'failed', fault: expect.objectContaining({ kind: 'auth_challenge' }) }]);
    expect(simulator.script.takeLoginFault()).toEqual({ kind: 'cut' });
    await end();
  });

  it('fails without contacting the broker, if the token has expired', async () => {
    const { simulator, session, end } = await stage(pasted(accessToken(PERSON, NOW_MS - 49 * 3_600_000)));
    simulator.script.nextLogins({ kind: 'cut' });
    expect(await session.connect()).toMatchObject({ ok: false, error: { kind: 'session_expired' } });
    expect(simulator.script.takeLoginFault()).toEqual({ kind: 'cut' });
    await end();
  });

  it('fails as expired without contacting the broker, if the token expires before a reconnect', async () => {
    const { drive, simulator, session, end } = await stage(
      pasted(accessToken(PERSON, NOW_MS - 48 * 3_600_000 + 60_000)),
    );
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    await drive.advance(61_000);
    simulator.script.nextLogins({ kind: 'challenge' });
    simulator.script.cutConnections();
    await drive.until('the end', () => session.state().status === 'failed');
    expect(session.state()).toMatchObject({ fault: { kind: 'session_expired' } });
    expect(simulator.script.takeLoginFault()).toEqual({ kind: 'challenge' });
    await end();
  });
});

describe('a token that worked before', () => {
  it('is reported as expired, not as invalid, if the broker refuses the token', async () => {
    const { drive, simulator, session, end } = await stage(pasted(accessToken(PERSON, NOW_MS - 60_000)));
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    simulator.script.expireSessions();
    await drive.until('the end', () => session.state().status === 'failed');
    expect(session.state()).toMatchObject({ fault: { kind: 'session_expired' } });
    await end();
  });
});

describe('the Olymp Trade adapter', () => {
  const ordered = (accountId: string) => ({
    orderId: '00000000-0000-4000-8000-0000000000aa',
    accountId,
    symbol: 'EURUSD',
    direction: 'CALL' as const,
    stakeMinor: minorUnits(1_000),
    durationS: 60,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(NOW_MS + 60_000),
  });

  it('matches a reply that arrives after the timeout with its order', async () => {
    const { drive, simulator, session, contracts, end } = await stage(pasted(accessToken(PERSON, NOW_MS)));
    await drive.settled('connect', session.connect());
    const demo = session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '';
    simulator.script.nextOrders({ kind: 'delay_ack', ms: 15_000 });
    const order = ordered(demo);
    const reply = await drive.settled('a reply', session.place(order));
    expect(reply).toMatchObject({ outcome: 'unknown', cause: 'timeout' });
    await drive.until('the late reply', () => contracts.length > 0, 10_000);
    expect(contracts.at(-1)).toMatchObject({ orderId: order.orderId, stakeMinor: 1_000 });
    await drive.until('its end', () => contracts.some(({ result }) => result !== null), 90_000);
    expect(contracts.at(-1)).toMatchObject({ orderId: order.orderId });
    await end();
  });

  it('lists two real accounts in the order of the broker, and places an order on the account that the order names', async () => {
    const { drive, simulator, session, end } = await stage(pasted(accessToken(PERSON, NOW_MS)));
    simulator.quirks.realAccounts = 2;
    await drive.settled('connect', session.connect());
    const real = session.accounts().filter(({ kind }) => kind === 'real');
    expect(real.map(({ balanceMinor }) => balanceMinor)).toEqual([50_000, 0]);
    const reply = await drive.settled('a reply', session.place(ordered(real[0]?.accountId ?? '')));
    expect(reply).toMatchObject({ outcome: 'accepted', contract: { accountId: real[0]?.accountId } });
    expect(simulator.book.contracts()).toMatchObject([{ accountId: real[0]?.accountId }]);
    await end();
  });

  it('treats a cancelled deal, or a reply without a deal, as a refusal', async () => {
    const { drive, simulator, session, end } = await stage(pasted(accessToken(PERSON, NOW_MS)));
    await drive.settled('connect', session.connect());
    const demo = session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '';
    simulator.script.nextOrders({ kind: 'refuse', as: 'unknown' });
    const cancelled = await drive.settled('a reply', session.place(ordered(demo)));
    expect(cancelled).toMatchObject({ outcome: 'refused', fault: { kind: 'unknown' } });
    simulator.market.setOpen('EURUSD', false);
    const withoutDeal = await drive.settled('a reply', session.place(ordered(demo)));
    expect(withoutDeal).toMatchObject({ outcome: 'refused', fault: { kind: 'market_closed' } });
    expect(simulator.book.contracts()).toEqual([]);
    await end();
  });

  it.each([
    ['a page', 200, '<html>', 'unknown'],
    ['another envelope', 200, '{"deals":[]}', 'unknown'],
    ['a deal without a name', 200, '{"data":[{"status":"win"}]}', [{ verdict: 'undecided' }]],
    ['a redirect', 302, '', 'unknown'],
    ['a deal with too little data', 200, '{"data":[{"id":9,"status":"win"}]}', [{ verdict: 'undecided' }]],
    ['full pages whose deals have no end', 200, FULL_PAGE, [{ verdict: 'undecided' }]],
  ])('does not decide an unanswered order if the history consists of %s', async (_, status, body, expected) => {
    const door = await listenOnLoopback({
      onRequest: () => ({ status, body }),
      onUpgrade: () => ({ refuse: { status: 404, body: '' } }),
    });
    const { drive, simulator, session, end } = await stage(pasted(accessToken(PERSON, NOW_MS)), door.httpOrigin);
    await drive.settled('connect', session.connect());
    const demo = session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '';
    simulator.script.nextOrders({ kind: 'ignore' });
    const order = ordered(demo);
    const reply = await drive.settled('a reply', session.place(order));
    if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
    await drive.advance(20_000);
    const sent = { ...order, sentAtMs: reply.sentAtMs };
    const decided = await drive.settled('reconcile', session.reconcile([sent], new Set()));
    expect(decided.ok ? decided.value : decided.error.kind).toEqual(expected);
    await end();
    await door.stop();
  });
});
