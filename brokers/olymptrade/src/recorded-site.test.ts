import type { BrokerContract, BrokerSession, BrokerState } from '@vigia/broker-kit/port';
import { listenOnLoopback } from '@vigia/broker-kit/simulator';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { olympTradeBroker } from './index.ts';

/*
 * This file tests the adapter against a second fake site. The site sends only the event codes that a recording of the
 * real site contains (docs/spec/brokers/olymptrade.md §2). On request it also sends the codes that programs of other
 * people read in 2025 and 2026. It shares no code with the simulator. All values are invented.
 */

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7);
const TS = NOW_MS / 1_000;
const money = (amount: number) => ({ amount, amount_bonus: 0, amount_bonus_free: 0, amount_free: amount });
const wallet = (account_id: number, group: string, amount: number) => ({
  ...money(amount),
  amount_real: amount,
  account_id,
  group,
  holds: { payout: 0 },
});
const instrument = (id: string, title: string, group: string, locked: boolean) => ({
  id,
  title,
  aliases: [],
  group,
  group_view: [group],
  precision: 5,
  locked,
  locked_trading: locked,
});
const limits = (max: number) => ({ usd: { min: 1, max, default: 1 }, eur: { min: 1, max, default: 1 } });

/** The message that the broker pushes to a subscriber, by event code. */
const PUSHES: Readonly<Record<number, object>> = {
  55: { e: 55, t: 1, d: [wallet(71, 'real', 0), wallet(72, 'demo', 10_000), wallet(73, 'real', 0)] },
  75: { e: 75, t: 1, ts: TS, d: limits(3_000) },
  110: { e: 110, ts: TS, d: [{ id: 7, email_confirmed: true }] },
  111: { e: 111, d: [{ count: 12 }] },
  112: { e: 112, d: [] },
  602: { e: 602, t: 1, d: [0] },
  1054: {
    e: 1054,
    t: 1,
    d: [instrument('EURUSD', 'EUR/USD', 'currency', false), instrument('ES', 'S&P 500', 'index', true)],
  },
  1055: { e: 1055, t: 1, ts: TS, d: limits(2_000) },
  1097: { e: 1097, t: 1, ts: TS, d: [{ pair: 'EURUSD', sentiment: 52 }] },
  1301: { e: 1301, t: 1, ts: TS, d: [{ rev: 0, pairs: [] }] },
  2223: { e: 2223, t: 1, ts: TS, d: [instrument('KO', 'Coca-Cola', 'stock', false)] },
  2301: { e: 2301, t: 1, ts: TS, d: [{ rev: 0, pairs: [] }] },
};
const PAYOUTS = [
  { pair: 'EURUSD', profitability: 82 },
  { pair: 'ES', profitability: 70 },
  { pair: 'ASIA_X', profitability: 90 },
];

const Request = z.array(z.looseObject({ e: z.number(), uuid: z.string().optional(), d: z.unknown().optional() }));
type Request = z.output<typeof Request>[number];
type Terms = { readonly hasPayouts?: boolean; readonly hasBalances?: boolean };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function recordedSite({ hasPayouts = true, hasBalances = true }: Terms = {}) {
  const drive = new ClockDriver(NOW_MS);
  const heard: Request[] = [];
  const sockets: WebSocket[] = [];
  let isTokenGood = true;
  const door = await listenOnLoopback({
    onRequest: () => ({ status: 200, body: '{"data":[]}' }),
    onUpgrade: () => ({
      accept: (socket) => {
        if (!isTokenGood) return socket.close(1008, 'invalid_token');
        sockets.push(socket);
        socket.on('message', (data) => {
          for (const request of Request.parse(JSON.parse(String(data)))) answer(socket, request);
        });
      },
    }),
  });
  const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify([message]));
  const answer = (socket: WebSocket, request: Request): void => {
    const { e, uuid, d } = request;
    heard.push(request);
    if (e === 98) {
      const codes = z.array(z.number()).parse(d);
      send(socket, { e: 98, t: 3, d: codes });
      for (const code of codes) {
        const push = PUSHES[code];
        if (push && (hasBalances || code !== 55)) send(socket, push);
      }
    } else if (e === 90) send(socket, { e: 90, t: 3, uuid, ts: TS });
    else if (e === 12 || e === 280) send(socket, { e, t: 3, uuid });
    else if (e === 182 && hasPayouts) send(socket, { e: 182, t: 3, uuid, d: PAYOUTS });
    else if (e === 23 && hasPayouts)
      send(socket, { e: 23, t: 3, uuid, d: [{ id: 555, amount: 5, winperc: 82, status: 'proceed', time_open: TS }] });
  };
  ends.push(() => door.stop());
  return {
    drive,
    heard,
    door,
    push: (message: object) => {
      for (const socket of sockets) if (socket.readyState === socket.OPEN) send(socket, message);
    },
    loseToken: () => {
      isTokenGood = false;
      for (const socket of sockets) socket.close(1008, 'invalid_token');
    },
    refuseToken: () => {
      isTokenGood = false;
    },
  };
}

function opened({ drive, door }: Awaited<ReturnType<typeof recordedSite>>) {
  const contracts: BrokerContract[] = [];
  const states: BrokerState[] = [];
  const session = olympTradeBroker.open(
    { kind: 'browser_session', token: 'opaque', cookies: null, userAgent: null },
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
      log: () => undefined,
      origins: { ws: door.wsOrigin, api: door.httpOrigin },
    },
  );
  ends.push(() => drive.settled('close', session.close('keep')));
  return { session, contracts, states };
}

const order = (symbol: string) => ({
  orderId: 'ours',
  accountId: '72',
  symbol,
  direction: 'CALL' as const,
  stakeMinor: minorUnits(500),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(NOW_MS + 60_000),
});
const openSymbols = (session: BrokerSession) =>
  session
    .assets()
    .filter(({ isOpen }) => isOpen)
    .map(({ symbol, payoutRatio }) => [symbol, payoutRatio]);

describe('the Olymp Trade adapter, connected to a replay of captured traffic,', () => {
  it('connects once it has received balances, and shows every asset as closed while no payout is known', async () => {
    const site = await recordedSite({ hasPayouts: false });
    const { session } = opened(site);
    expect(await site.drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    expect(session.accounts().map(({ accountId, kind }) => `${accountId} ${kind}`)).toEqual([
      '71 real',
      '72 demo',
      '73 real',
    ]);
    expect(session.assets().map(({ symbol }) => symbol)).toEqual(['EURUSD', 'ES', 'KO']);
    expect(openSymbols(session)).toEqual([]);
    const reply = await site.drive.settled('a reply', session.place(order('EURUSD')));
    expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'market_closed' } });
    expect(site.heard.some(({ e }) => e === 23)).toBe(false);
  });

  it('opens an asset once a later message contains its payout', async () => {
    const site = await recordedSite({ hasPayouts: false });
    const { session } = opened(site);
    await site.drive.settled('connect', session.connect());
    site.push({ e: 183, t: 1, d: PAYOUTS });
    await site.drive.quiet();
    expect(openSymbols(session)).toEqual([
      ['EURUSD', 0.82],
      ['ASIA_X', 0.9],
    ]);
  });

  it('requests the payouts once it knows its accounts, and reports a deal from its order to its end', async () => {
    const site = await recordedSite();
    const { session, contracts } = opened(site);
    expect(await site.drive.settled('connect', session.connect(), 1_000)).toEqual({ ok: true, value: null });
    expect(site.heard.filter(({ e }) => e === 182).map(({ d }) => d)).toEqual(
      [71, 72, 73].map((account_id) => [{ account_id }]),
    );
    const reply = await site.drive.settled('a reply', session.place(order('EURUSD')));
    expect(reply).toMatchObject({ outcome: 'accepted', contract: { contractId: '555', payoutRatio: 0.82 } });
    site.push({ e: 26, d: [{ id: 555, status: 'win', balance_change: 4.1, curs_close: 1.1, time_close: TS + 60 }] });
    await site.drive.quiet();
    expect(contracts.at(-1)).toMatchObject({ orderId: 'ours', result: { outcome: 'won', profitMinor: 410 } });
  });

  it('fails to connect without balances, and reports that the protocol may have changed', async () => {
    const site = await recordedSite({ hasBalances: false });
    const { session } = opened(site);
    const connected = await site.drive.settled('connect', session.connect());
    expect(connected).toMatchObject({
      ok: false,
      error: { kind: 'unknown', detail: expect.stringContaining('balances') },
    });
  });
});

describe('a token that the broker refuses with the close code 1008', () => {
  it('is reported as invalid and is not tried again, if it never worked', async () => {
    const site = await recordedSite();
    site.refuseToken();
    const { session, states } = opened(site);
    const connected = await site.drive.settled('connect', session.connect());
    expect(connected).toMatchObject({ ok: false, error: { kind: 'auth_invalid' } });
    await site.drive.advance(120_000);
    expect(states.map(({ status }) => status)).toEqual(['connecting', 'failed']);
  });

  it('is reported as expired and is not tried again, if it worked before', async () => {
    const site = await recordedSite();
    const { session, states } = opened(site);
    await site.drive.settled('connect', session.connect());
    site.loseToken();
    await site.drive.until('the end', () => session.state().status === 'failed', 5_000);
    expect(session.state()).toMatchObject({ fault: { kind: 'session_expired' } });
    const before = states.length;
    await site.drive.advance(120_000);
    expect(states).toHaveLength(before);
  });
});
