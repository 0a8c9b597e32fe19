import { readFileSync } from 'node:fs';
import type { BrokerContract, BrokerListener } from '@vigia/broker-kit/port';
import { type Loopback, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng, sharedFile } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { olympTradeBroker } from './index.ts';
import { accessToken, startSimulator } from './simulator/index.ts';

const Message = z.looseObject({ e: z.number(), uuid: z.string().optional(), d: z.unknown().optional() });
const Frame = z.array(Message);
const Samples = z.object({ frames: z.array(z.object({ dir: z.enum(['SENT', 'RECEIVED']), frame: Frame })) });
type Message = z.output<typeof Message>;
type Samples = z.output<typeof Samples>;

const files = {
  captured: sharedFile('brokers/samples/olymptrade.captured.json'),
  inferred: sharedFile('brokers/samples/olymptrade.inferred.json'),
};
const read = (file: string | null): Samples =>
  file === null ? { frames: [] } : Samples.parse(JSON.parse(readFileSync(file, 'utf8')));
const captured = read(files.captured);
const inferred = read(files.inferred);
const NOW_MS = 1_719_828_529_000;

const messages = ({ frames }: Samples, dir: 'SENT' | 'RECEIVED'): readonly Message[] =>
  frames.filter((sample) => sample.dir === dir).flatMap(({ frame }) => frame);

/** Returns the keys and types of a value; for a list, those of its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/**
 * Starts a site that sends only recorded frames: each reply with the uuid of its request, and the pushed messages after
 * request 98.
 */
async function tape(replies: readonly Message[], pushes: readonly Message[]) {
  const heard: Message[] = [];
  const sockets: WebSocket[] = [];
  const door: Loopback = await listenOnLoopback({
    onRequest: () => ({ status: 200, body: '{"data":[]}' }),
    onUpgrade: () => ({
      accept: (socket) => {
        sockets.push(socket);
        socket.on('message', (data) => {
          for (const message of Frame.parse(JSON.parse(String(data)))) {
            heard.push(message);
            const reply = replies.find(({ e }) => e === message.e);
            if (reply) socket.send(JSON.stringify([{ ...reply, uuid: message.uuid }]));
            if (message.e === 98 && heard.filter(({ e }) => e === 98).length === 1)
              for (const push of pushes) socket.send(JSON.stringify([push]));
          }
        });
      },
    }),
  });
  const push = (message: Message) => {
    for (const socket of sockets) socket.send(JSON.stringify([message]));
  };
  return { door, heard, push };
}

function opened(drive: ClockDriver, door: Loopback) {
  const contracts: BrokerContract[] = [];
  const ticks: unknown[] = [];
  const listener: BrokerListener = {
    onState: () => undefined,
    onAccounts: () => undefined,
    onAssets: () => undefined,
    onTick: (tick) => void ticks.push(tick),
    onContract: (contract) => void contracts.push(contract),
    onResumable: () => undefined,
  };
  const session = olympTradeBroker.open(
    { kind: 'browser_session', token: 'opaque', cookies: null, userAgent: null },
    null,
    listener,
    {
      clock: drive.clock,
      rng: new SeededRng(1),
      ids: new CountingIds(),
      log: () => undefined,
      origins: { ws: door.wsOrigin, api: door.httpOrigin },
    },
  );
  return { session, contracts, ticks };
}

const isPush = ({ uuid }: Message): boolean => uuid === undefined;
const isReply = ({ uuid }: Message): boolean => uuid !== undefined;
/**
 * A message with pairs for fixed-time deals. No recording contains it; its keys are those that an older client reads.
 */
const PAIRS: Message = {
  e: 70,
  t: 1,
  d: [{ id: 'ASIA_X', title: 'Asia Composite', precision: 2, group: 'composite' }],
};

describe.skipIf(files.captured === null || files.inferred === null)('with the samples of Olymp Trade,', () => {
  it('the adapter reads the captured accounts and instruments; the instruments are closed, because no payout is captured', async () => {
    const drive = new ClockDriver(NOW_MS);
    const received = messages(captured, 'RECEIVED');
    const { door } = await tape(received.filter(isReply), received.filter(isPush));
    const { session } = opened(drive, door);
    const connected = await drive.settled('connect', session.connect());
    expect(connected).toEqual({ ok: true, value: null });
    expect(session.assets().map(({ symbol, isOpen }) => `${symbol} ${isOpen}`)).toEqual([
      'EURNZD false',
      'ES false',
      'KO false',
      'TSLA false',
    ]);
    expect(session.accounts()).toEqual([
      { accountId: '9000000001', kind: 'real', currency: 'USD', balanceMinor: 0 },
      { accountId: '9000000002', kind: 'demo', currency: 'USD', balanceMinor: 1_000_000 },
      { accountId: '9000000003', kind: 'real', currency: 'USD', balanceMinor: 0 },
    ]);
    expect(session.time().offsetMs).not.toBeNull();
    await drive.settled('close', session.close('keep'));
    await door.stop();
  });

  it('the adapter reads messages of inferred form: payout, ticks, candles, and a deal from its order to its end', async () => {
    const drive = new ClockDriver(NOW_MS);
    const pushes = [...messages(captured, 'RECEIVED').filter(isPush), PAIRS];
    const { door, heard, push } = await tape(messages(inferred, 'RECEIVED').filter(isReply), pushes);
    const { session, contracts, ticks } = opened(drive, door);
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    const asset = () => session.assets().find(({ symbol }) => symbol === 'ASIA_X');
    await drive.until('the payout', () => asset()?.isOpen === true);
    expect(asset()).toMatchObject({
      symbol: 'ASIA_X',
      payoutRatio: 0.82,
      stakeLimits: expect.arrayContaining([{ currency: 'USD', minStakeMinor: 100, maxStakeMinor: 300_000 }]),
      type: 'indices',
    });
    const candles = await drive.settled('candles', session.candles('ASIA_X', 60, NOW_MS - 60_000, NOW_MS + 60_000));
    expect(candles).toMatchObject({ ok: true, value: { length: 0 } });
    const reply = await drive.settled(
      'a reply',
      session.place({
        orderId: 'A6',
        accountId: '9000000002',
        symbol: 'ASIA_X',
        direction: 'CALL',
        stakeMinor: minorUnits(100),
        durationS: 60,
        minPayoutRatio: null,
        sendDeadlineMs: epochMs(NOW_MS + 60_000),
      }),
    );
    expect(reply).toMatchObject({
      outcome: 'accepted',
      contract: { contractId: '555001', orderId: 'A6', payoutRatio: 0.82, expiryMs: NOW_MS + 60_000, result: null },
    });
    session.watch('ASIA_X');
    await drive.quiet();
    for (const message of messages(inferred, 'RECEIVED').filter(isPush)) push(message);
    await drive.quiet();
    expect(ticks).toEqual([{ symbol: 'ASIA_X', timeMs: 1_719_828_529_500, price: 6_105.2, backfilled: false }]);
    expect(contracts.at(-1)).toMatchObject({
      orderId: 'A6',
      stakeMinor: 100,
      result: { outcome: 'won', profitMinor: 82, settlePrice: 6_106.1, settledAtMs: 1_719_828_589_000 },
    });
    const sent = (e: number) => heard.find((message) => message.e === e);
    for (const code of [12, 280, 10, 182, 23]) {
      const sample = messages(inferred, 'SENT').find(({ e }) => e === code);
      expect(shapeOf(sent(code)), `request ${code}`).toEqual(shapeOf(sample));
    }
    const orderSample = messages(inferred, 'SENT').find(({ e }) => e === 23);
    expect(sent(23)).toMatchObject({ d: orderSample?.d });
    await drive.settled('close', session.close('keep'));
    await door.stop();
  });

  it('the simulator sends messages with the same keys and types, for every message code', async () => {
    const drive = new ClockDriver(NOW_MS);
    const simulator = await startSimulator(drive.clock, 1);
    const socket = new WebSocket(`${simulator.origins['ws']}/otp?cid_app=web`, {
      headers: { Cookie: `access_token=${accessToken(100_000_001, NOW_MS)}` },
    });
    const got: Message[] = [];
    socket.on('message', (data) => void got.push(...Frame.parse(JSON.parse(String(data)))));
    await drive.until('the upgrade', () => socket.readyState === WebSocket.OPEN);
    const codes = [55, 75, 110, 111, 112, 602, 1_055, 1_097, 1_301, 2_301];
    for (const sample of messages(captured, 'SENT')) socket.send(JSON.stringify([sample]));
    socket.send(JSON.stringify([{ t: 2, e: 98, uuid: 'ALL', d: codes }]));
    await drive.until('everything', () => got.some(({ e }) => e === 2_301));
    for (const code of [12, 90, 98, 280, ...codes]) {
      const sample = messages(captured, 'RECEIVED').find(({ e }) => e === code);
      const sent = got.find(({ e }) => e === code);
      expect(sample, `a capture of ${code}`).toBeDefined();
      expect(shapeOf(sent), `code ${code}`).toEqual(shapeOf(sample));
    }
    socket.terminate();
    await simulator.stop();
  });
});
