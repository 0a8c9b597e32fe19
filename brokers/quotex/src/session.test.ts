import { createServer } from 'node:http';
import { connect as connectTcp, createServer as createTcpServer, type Server } from 'node:net';
import type {
  Broker,
  BrokerContract,
  BrokerCredentials,
  BrokerListener,
  BrokerSession,
  BrokerState,
  FeedTick,
  TimedOrder,
} from '@vigia/broker-kit/port';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import { quotexBroker } from './index.ts';
import type { QuotexSimulator } from './simulator/index.ts';
import { startSimulator } from './simulator/index.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const EMAIL = 'ana@example.com';
const PASSWORD: BrokerCredentials = { kind: 'password', email: EMAIL, password: 'clave-quotex' };
const pasted = (token: string, cookies: string | null): BrokerCredentials => ({
  kind: 'browser_session',
  token,
  cookies,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

type Stage = {
  readonly drive: ClockDriver;
  readonly simulator: QuotexSimulator;
  readonly contracts: BrokerContract[];
  readonly ticks: FeedTick[];
  readonly resumables: (string | null)[];
  readonly states: BrokerState[];
  open(
    credentials: BrokerCredentials,
    broker?: Broker,
    resume?: string | null,
    through?: Readonly<Record<string, string>>,
  ): BrokerSession;
};

async function staged(origins: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const drive = new ClockDriver(START_MS);
  const simulator = await startSimulator(drive.clock, 7);
  ends.push(() => simulator.stop());
  const contracts: BrokerContract[] = [];
  const ticks: FeedTick[] = [];
  const resumables: (string | null)[] = [];
  const states: BrokerState[] = [];
  const listener: BrokerListener = {
    onState: (state) => void states.push(state),
    onAccounts: () => undefined,
    onAssets: () => undefined,
    onTick: (tick) => void ticks.push(tick),
    onContract: (contract) => void contracts.push(contract),
    onResumable: (secret) => void resumables.push(secret),
  };
  const deps = { clock: drive.clock, rng: new SeededRng(1), ids: new CountingIds(), log: () => undefined };
  return {
    drive,
    simulator,
    contracts,
    ticks,
    resumables,
    states,
    open(credentials, broker = quotexBroker, resume = null, through = {}) {
      const session = broker.open(credentials, resume, listener, {
        ...deps,
        origins: { ...simulator.origins, ...origins, ...through },
      });
      ends.push(() => session.close('keep'));
      return session;
    },
  };
}

async function connected(stage: Stage, credentials = PASSWORD, broker = quotexBroker): Promise<BrokerSession> {
  const session = stage.open(credentials, broker);
  expect(await stage.drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
  return session;
}

function orderOn(session: BrokerSession, changes: Partial<TimedOrder> & { kind?: 'demo' | 'real' } = {}): TimedOrder {
  const { kind = 'demo', ...rest } = changes;
  const account = session.accounts().find((one) => one.kind === kind);
  return {
    orderId: 'order-1',
    accountId: account?.accountId ?? expect.fail(`no ${kind} account`),
    symbol: 'EURUSD-OTC',
    direction: 'CALL',
    stakeMinor: minorUnits(500),
    durationS: 60,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(START_MS + 3_600_000),
    ...rest,
  };
}

describe('the Quotex adapter, when it signs in or out,', () => {
  it('accepts a pasted token without cookies, and reads the currency from the socket', async () => {
    const stage = await staged();
    const session = await connected(stage, pasted(`navegador-${EMAIL}`, null));
    expect(session.accounts().map(({ kind, currency }) => `${kind} ${currency}`)).toEqual(['demo USD', 'real USD']);
    expect(stage.resumables).toEqual([]);
  });

  it('asks the user for another pasted session, if the pasted session has ended', async () => {
    const stage = await staged();
    const session = await connected(stage, pasted(`navegador-${EMAIL}`, `session=navegador-${EMAIL}`));
    stage.simulator.script.expireSessions();
    await stage.drive.until('the end', () => session.state().status === 'failed', 5_000);
    expect(session.state()).toMatchObject({ fault: { kind: 'session_expired' } });
  });

  it('does not sign out the user’s own browser when it forgets a pasted session', async () => {
    const stage = await staged();
    const session = await connected(stage, pasted(`navegador-${EMAIL}`, `session=navegador-${EMAIL}`));
    await stage.drive.settled('close', session.close('forget'));
    const again = await connected(stage, pasted(`navegador-${EMAIL}`, `session=navegador-${EMAIL}`));
    expect(again.state()).toEqual({ status: 'connected' });
  });

  it('distinguishes a bot-protection page at the socket upgrade from an ended session', async () => {
    const stage = await staged();
    const credentials: BrokerCredentials = { kind: 'browser_session', token: 'x', cookies: null, userAgent: 'curl/8' };
    const session = stage.open(credentials);
    expect(await stage.drive.settled('connect', session.connect())).toMatchObject({
      ok: false,
      error: { kind: 'auth_challenge' },
    });
  });

  it('sends the disconnect packet once, and nothing after it', async () => {
    const stage = await staged();
    const session = await connected(stage);
    session.watch('EURUSD-OTC');
    await stage.drive.settled('close', session.close('keep'));
    const ticks = stage.ticks.length;
    stage.simulator.script.expireSessions();
    await stage.drive.advance(60_000);
    expect(stage.states.map(({ status }) => status)).toEqual(['connecting', 'connected', 'closed']);
    expect(stage.ticks).toHaveLength(ticks);
    expect(await session.connect()).toMatchObject({ ok: false });
  });

  it('uses the sign-in form if the saved session has ended, and saves the new session', async () => {
    const stage = await staged();
    const first = await connected(stage);
    const [secret = null] = stage.resumables;
    await stage.drive.settled('close', first.close('keep'));
    stage.simulator.script.expireSessions();
    const session = stage.open(PASSWORD, quotexBroker, secret);
    expect(await stage.drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    expect(stage.resumables).toEqual([secret, null, expect.stringMatching(/token-7-\d+/)]);
    expect(stage.resumables.at(-1)).not.toBe(secret);
  });

  it('sends no cookie or form to another host after a redirect', async () => {
    const seen: string[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    const site = createServer((_request, response) => {
      const address = elsewhere.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      response.writeHead(302, { location: `http://127.0.0.1:${port}/en/sign-in/modal/` }).end();
    });
    const web = await listening(site);
    await listening(elsewhere);
    const stage = await staged({ web });
    const session = stage.open(PASSWORD);
    expect(await stage.drive.settled('connect', session.connect())).toMatchObject({
      ok: false,
      error: { kind: 'unknown', detail: expect.stringContaining('another host') },
    });
    expect(seen).toEqual([]);
  });
});

describe('orders at Quotex', () => {
  it('are placed on the account that they name, one at a time, even if the socket uses another account', async () => {
    const stage = await staged();
    const session = await connected(stage);
    const placed = (['real', 'demo', 'real'] as const).map((kind, index) =>
      session.place(orderOn(session, { kind, orderId: `order-${index}` })),
    );
    const replies = await stage.drive.settled('all replies', Promise.all(placed));
    expect(replies.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
    const { book } = stage.simulator;
    const booked = book
      .contracts()
      .map(({ accountId, openedAtMs }) => ({ kind: book.account(accountId)?.kind, openedAtMs }));
    expect(booked.map(({ kind }) => kind)).toEqual(['real', 'demo', 'real']);
    const gapsMs = booked.slice(1).map(({ openedAtMs }, index) => openedAtMs - (booked[index]?.openedAtMs ?? 0));
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(1_000);
  });

  it('are refused, and the socket reconnects, if it is unknown which account the socket uses', async () => {
    const stage = await staged();
    let sockets = 0;
    const ws = await middleman(stage.simulator.origins['ws'] ?? '', 's_account/change', () => {
      sockets += 1;
    });
    const session = stage.open(PASSWORD, quotexBroker, null, { ws });
    expect(await stage.drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    const reply = await stage.drive.settled('a reply', session.place(orderOn(session, { kind: 'real' })));
    expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'network' } });
    await stage.drive.until('a new socket', () => sockets === 2, 2_000);
    await stage.drive.until('the connection', () => session.state().status === 'connected', 60_000);
    const placed = await stage.drive.settled('a reply', session.place(orderOn(session)));
    expect(placed.outcome).toBe('accepted');
    expect(stage.simulator.book.contracts()).toHaveLength(1);
  });

  it.each([
    ['EURUSD', Date.UTC(2026, 10, 24, 9, 13, 0)],
    ['EURUSD-OTC', Date.UTC(2026, 10, 24, 9, 13, 7)],
  ])('on %s are accepted, even if the broker accepts timers only for OTC assets', async (symbol, expiryMs) => {
    const stage = await staged();
    const session = await connected(stage);
    const reply = await stage.drive.settled('a reply', session.place(orderOn(session, { symbol })));
    expect(reply).toMatchObject({ outcome: 'accepted', contract: { symbol, expiryMs } });
  });

  it('are offered and sent with less than a minute only for OTC assets', async () => {
    const stage = await staged();
    const session = await connected(stage);
    const shortest = (symbol: string) =>
      session
        .assets()
        .find((asset) => asset.symbol === symbol)
        ?.durationsS.at(0);
    expect([shortest('EURUSD'), shortest('EURUSD-OTC')]).toEqual([60, 5]);
    const order = orderOn(session, { symbol: 'EURUSD', durationS: 30 });
    const reply = await stage.drive.settled('a reply', session.place(order));
    expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'invalid_duration' } });
    expect(stage.simulator.book.contracts()).toEqual([]);
  });

  it('are reported as unknown if the broker does not answer, and as absent once its lists prove it', async () => {
    const stage = await staged();
    const session = await connected(stage);
    stage.simulator.quirks.refusals = 'known';
    const order = orderOn(session, { stakeMinor: minorUnits(99_999_999) });
    const reply = await stage.drive.settled('a reply', session.place(order));
    if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
    const sent = { ...order, sentAtMs: reply.sentAtMs };
    const decided = await stage.drive.settled('the lists', session.reconcile([sent], new Set()), 60_000);
    expect(decided).toEqual({ ok: true, value: [{ verdict: 'absent' }] });
  });

  it('report the broker’s own reason if they are refused', async () => {
    const stage = await staged();
    const session = await connected(stage);
    const reply = await stage.drive.settled(
      'a reply',
      session.place(orderOn(session, { stakeMinor: minorUnits(99_999_999) })),
    );
    expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'stake_out_of_range', detail: 'amount_limit' } });
  });
});

describe('the Quotex adapter', () => {
  it('settles a contract from newly requested lists if neither stream nor history reports its end', async () => {
    const stage = await staged();
    const session = await connected(stage);
    stage.simulator.script.contractStream = 'silent';
    const reply = await stage.drive.settled('a reply', session.place(orderOn(session, { durationS: 30 })));
    if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
    stage.simulator.script.isRateLimited = true;
    await stage.drive.until('the end', () => stage.contracts.some(({ result }) => result !== null), 60_000);
    const booked = stage.simulator.book.contracts().at(0)?.result;
    expect(stage.contracts.at(-1)?.result).toMatchObject({
      profitMinor: booked?.profitMinor,
      outcome: booked?.outcome,
    });
  });

  it('settles a contract from a history of tickets, if the message about its end was lost', async () => {
    const stage = await staged();
    const session = await connected(stage);
    stage.simulator.quirks.history = 'tickets';
    stage.simulator.script.contractStream = 'silent';
    const reply = await stage.drive.settled('a reply', session.place(orderOn(session, { durationS: 30 })));
    if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
    await stage.drive.until('the end', () => stage.contracts.some(({ result }) => result !== null), 40_000);
    const { outcome, profitMinor } = stage.simulator.book.contracts().at(0)?.result ?? expect.fail('no result');
    expect(stage.contracts.at(-1)?.result).toMatchObject({ outcome, profitMinor });
  });

  it('settles a contract from newly requested lists, with few requests, if the format of the history is unknown', async () => {
    const stage = await staged();
    const calls = { web: 0, ws: 0 };
    const web = (await middleman(stage.simulator.origins['web'] ?? '', '', () => void (calls.web += 1))).replace(
      'ws:',
      'http:',
    );
    const ws = await middleman(stage.simulator.origins['ws'] ?? '', '', () => void (calls.ws += 1));
    const session = stage.open(PASSWORD, quotexBroker, null, { web, ws });
    expect(await stage.drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    const { script, quirks } = stage.simulator;
    quirks.history = 'strange';
    script.contractStream = 'silent';
    const before = { ...calls };
    const reply = await stage.drive.settled('a reply', session.place(orderOn(session, { durationS: 30 })));
    if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
    script.areListsLeftOut = true;
    await stage.drive.advance(120_000);
    expect(stage.contracts.every(({ result }) => result === null)).toBe(true);
    expect(calls.web - before.web).toBeLessThanOrEqual(6);
    expect(calls.ws - before.ws).toBeLessThanOrEqual(3);
    script.areListsLeftOut = false;
    await stage.drive.until('the end', () => stage.contracts.some(({ result }) => result !== null), 180_000);
  });

  it('publishes missed ticks after a disconnect: once, in order and marked as backfilled', async () => {
    const stage = await staged();
    const session = await connected(stage);
    session.watch('EURUSD-OTC');
    await stage.drive.advance(20_000);
    await stage.simulator.stop();
    await stage.drive.advance(20_000);
    await stage.simulator.restart();
    await stage.drive.until('the connection', () => session.state().status === 'connected', 60_000);
    await stage.drive.advance(10_000);
    const ticks = stage.ticks.map(({ timeMs, price }) => ({ timeMs, price }));
    const [first, last] = [ticks.at(0)?.timeMs ?? 0, ticks.at(-1)?.timeMs ?? 0];
    const made = stage.simulator.market.ticks('EURUSD-OTC', first, last + 1);
    expect(ticks).toEqual(Array.from(made.timeMs, (timeMs, row) => ({ timeMs, price: made.price[row] })));
    expect(stage.ticks.filter(({ backfilled }) => backfilled).length).toBeGreaterThan(5);
  });

  it('reads candle rows in which the close comes before high and low', async () => {
    const stage = await staged();
    const session = await connected(stage);
    const fromMs = START_MS - 3_600_000;
    const loaded = await stage.drive.settled('candles', session.candles('EURUSD-OTC', 60, fromMs, START_MS));
    if (!loaded.ok) throw new Error(loaded.error.detail);
    const { value } = loaded;
    const made = stage.simulator.market.candles('EURUSD-OTC', 60, fromMs, START_MS - 60_000);
    const rows = Array.from({ length: value.length }, (_, row) => ({
      time: value.time[row],
      open: value.open[row],
      high: value.high[row],
      low: value.low[row],
      close: value.close[row],
    }));
    expect(rows).toEqual(made.filter(({ time }) => time * 1000 + 60_000 <= START_MS));
    expect(rows).toHaveLength(59);
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/**
 * Starts a proxy that replaces one word in the broker's messages by an unknown word of the same length. With an empty
 * word it changes nothing.
 */
async function middleman(origin: string, word: string, onConnection: () => void): Promise<string> {
  const { hostname, port } = new URL(origin);
  const server = createTcpServer((near) => {
    onConnection();
    const far = connectTcp(Number(port), hostname);
    near.pipe(far);
    far.on('data', (bytes) => {
      const heard = bytes.toString('latin1').replaceAll(word, '?'.repeat(word.length));
      near.write(word === '' ? bytes : Buffer.from(heard, 'latin1'));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // Nagle's algorithm would delay small frames by real time, which does not advance the clock of the test.
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  return (await listening(server)).replace('http:', 'ws:');
}
