import { readFileSync } from 'node:fs';
import { type HttpReply, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng, sharedFile } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { iqOptionBroker } from './index.ts';

const Frame = z.looseObject({ name: z.string(), request_id: z.string().optional(), msg: z.unknown() });
const Samples = z.object({
  http: z.array(
    z.object({
      body: z.unknown().optional(),
      ok: z.unknown().optional(),
      twofa: z.unknown().optional(),
      err429: z.unknown().optional(),
      err403: z.unknown().optional(),
    }),
  ),
  frames: z.array(
    z.object({ dir: z.enum(['C>S', 'S>C']), alt: z.boolean().optional(), what: z.string().optional(), f: Frame }),
  ),
});
type Frame = z.output<typeof Frame>;
type Samples = z.output<typeof Samples>;

const file = sharedFile('brokers/samples/iqoption.json');
const samples: Samples =
  file === null ? { http: [], frames: [] } : Samples.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The time in the samples' `timeSync`, some seconds before the expiration of the bought option. */
const NOW_MS = 1_795_206_760_123;

const keyOf = ({ name, msg }: Frame): string =>
  `${name} ${z.object({ name: z.string() }).safeParse(msg).data?.name ?? ''}`;
const requests = samples.frames.filter(({ dir }) => dir === 'C>S').map(({ f }) => f);
const replies = samples.frames.filter(({ dir, alt }) => dir === 'S>C' && alt !== true).map(({ f }) => f);
const pushOf = (name: string): Frame => {
  const push = replies.find((frame) => frame.name === name && frame.request_id === undefined);
  if (!push) throw new Error(`the samples have no ${name}`);
  return push;
};

/** Returns the recorded replies to a frame, with the frame's own request id. */
function repliesTo(frame: Frame): readonly Frame[] {
  const asked = requests.find((request) => keyOf(request) === keyOf(frame));
  const recorded = replies.filter(({ request_id: id }) => id !== undefined && id === asked?.request_id);
  const none = { name: 'error', status: 4_040, msg: { message: 'not recorded' } };
  const taken = { name: 'result', msg: { success: true, reason: '' } };
  const answers = recorded.length > 0 ? recorded : [frame.name === 'sendMessage' ? none : taken];
  return answers.map((answer) => ({ ...answer, request_id: frame.request_id }));
}

/** Starts a server that sends only the recorded replies. */
async function tape(http: (body: unknown) => { readonly status: number; readonly json: unknown }) {
  const heard: Frame[] = [];
  const posted: unknown[] = [];
  const sockets: WebSocket[] = [];
  const door = await listenOnLoopback({
    onRequest: ({ body }): HttpReply => {
      const read: unknown = JSON.parse(body);
      posted.push(read);
      const { status, json } = http(read);
      return { status, body: JSON.stringify(json) };
    },
    onUpgrade: () => ({
      accept: (socket) => {
        sockets.push(socket);
        socket.on('message', (data) => {
          const frame = Frame.parse(JSON.parse(String(data)));
          heard.push(frame);
          for (const reply of repliesTo(frame)) socket.send(JSON.stringify(reply));
        });
      },
    }),
  });
  const push = (frame: Frame) => {
    for (const socket of sockets) socket.send(JSON.stringify(frame));
  };
  const drive = new ClockDriver(NOW_MS);
  const listener = new Listener(drive.clock);
  const session = iqOptionBroker.open({ kind: 'password', email: 'e@mail', password: 'p' }, null, listener, {
    clock: drive.clock,
    rng: new SeededRng(1),
    ids: new CountingIds(),
    log: () => undefined,
    origins: { auth: door.httpOrigin, ws: door.wsOrigin },
  });
  const end = async () => {
    await drive.settled('close', session.close('keep'));
    await door.stop();
  };
  return { drive, listener, session, heard, posted, push, end };
}

const sent = (heard: readonly Frame[], name: string): readonly unknown[] =>
  heard.filter((frame) => keyOf(frame).endsWith(name)).map(({ msg }) => msg);
const recorded = (name: string, what?: string): unknown =>
  samples.frames.find(({ dir, f, what: kind }) => dir === 'C>S' && keyOf(f).endsWith(name) && kind === what)?.f.msg;

describe.skipIf(!file)('the IQ Option adapter on the recorded samples', () => {
  const signIn = samples.http[0];
  const connected = async () => {
    const stage = await tape(() => ({ status: 200, json: signIn?.ok }));
    expect(await stage.drive.settled('connect', stage.session.connect())).toEqual({ ok: true, value: null });
    return stage;
  };

  it('signs in and connects with the recorded requests', async () => {
    const stage = await connected();
    expect(stage.posted).toEqual([signIn?.body]);
    for (const name of [
      'setOptions ',
      'core.get-profile',
      'balances.get-available-balances',
      'balances.balance-changed',
      'binary-options.get-initialization-data',
      'portfolio.position-changed',
    ])
      expect(sent(stage.heard, name), name).toEqual([recorded(name)]);
    const accounts = stage.session
      .accounts()
      .map(({ accountId, kind, balanceMinor }) => [accountId, kind, balanceMinor]);
    expect(accounts).toEqual([
      ['11', 'real', 0],
      ['12', 'demo', 1_000_000],
    ]);
    stage.push(pushOf('timeSync'));
    await stage.drive.quiet();
    expect(Math.abs(stage.session.time().offsetMs ?? Infinity)).toBeLessThan(2_000);
    await stage.end();
  });

  it('lists the asset with its payout and durations', async () => {
    const stage = await connected();
    expect(stage.session.assets()).toMatchObject([
      { symbol: 'EURUSD', type: 'forex', isOpen: true, payoutRatio: 0.82 },
    ]);
    expect(stage.session.assets()[0]?.durationsS).toEqual([30, 45, 60, 120, 180]);
    await stage.end();
  });

  it('buys a turbo and a blitz option with the recorded requests, and reports the end of the turbo option', async () => {
    const stage = await connected();
    const order = {
      accountId: '12',
      symbol: 'EURUSD',
      stakeMinor: minorUnits(100),
      minPayoutRatio: null,
      sendDeadlineMs: epochMs(NOW_MS + 30_000),
    };
    const turbo = stage.session.place({ ...order, orderId: 'a', direction: 'CALL', durationS: 80 });
    expect(await stage.drive.settled('the turbo', turbo)).toMatchObject({
      outcome: 'accepted',
      contract: {
        contractId: '99',
        orderId: 'a',
        payoutRatio: 0.85,
        entryPrice: 1.1,
        result: null,
        openedAtMs: NOW_MS,
        expiryMs: 1_795_206_840_000,
      },
    });
    const blitz = stage.session.place({ ...order, orderId: 'b', direction: 'PUT', durationS: 30 });
    await stage.drive.settled('the blitz', blitz);
    const name = 'binary-options.open-option';
    expect(sent(stage.heard, name)).toEqual([recorded(name, 'turbo'), recorded(name, 'blitz')]);
    stage.push(pushOf('position-changed'));
    stage.push(pushOf('balance-changed'));
    await stage.drive.until('the end', () => stage.listener.ends('99').length > 0);
    expect(stage.listener.ends('99').at(-1)).toMatchObject({
      symbol: 'EURUSD',
      direction: 'CALL',
      stakeMinor: 100,
      payoutRatio: 0.85,
      result: { outcome: 'won', profitMinor: 85, settlePrice: 1.2, settledAtMs: 1_795_206_840_000 },
    });
    await stage.drive.until('the balance', () => stage.session.accounts()[1]?.balanceMinor === 999_900);
    await stage.end();
  });

  it('does not let an older version of a position replace a newer version', async () => {
    const stage = await connected();
    const newer = pushOf('position-changed');
    const older = z.looseObject({}).parse(newer.msg);
    stage.push(newer);
    stage.push({ ...newer, msg: { ...older, version: 1, close_reason: 'loose', close_profit: 0 } });
    await stage.drive.advance(1_000);
    expect(stage.listener.ends('99').map(({ result }) => result?.outcome)).toEqual(['won']);
    await stage.end();
  });

  it('streams prices and reads candles', async () => {
    const stage = await connected();
    stage.session.watch('EURUSD');
    await stage.drive.advance(2_000);
    expect(sent(stage.heard, 'quote-generated')).toEqual([recorded('quote-generated')]);
    stage.push(pushOf('quote-generated'));
    await stage.drive.until('the tick', () => stage.listener.ticks.length > 0);
    expect(stage.listener.ticks[0]).toMatchObject({ symbol: 'EURUSD', timeMs: 1_795_206_761_123, price: 1.1 });
    const candles = stage.session.candles('EURUSD', 60, 1_795_206_600_000, NOW_MS);
    const read = await stage.drive.settled('candles', candles);
    if (!read.ok) throw new Error(read.error.detail);
    const { length, time, open, high, low, close } = read.value;
    expect([length, time[0], open[0], high[0], low[0], close[0]]).toEqual([1, 1_795_206_660, 1.1, 1.25, 1.05, 1.2]);
    await stage.end();
  });

  it('answers the heartbeat with the time of the heartbeat and its own time', async () => {
    const stage = await connected();
    stage.push(pushOf('heartbeat'));
    await stage.drive.until('the answer', () => stage.heard.some(({ name }) => name === 'heartbeat'));
    const answer = stage.heard.find(({ name }) => name === 'heartbeat')?.msg;
    expect(answer).toMatchObject({ heartbeatTime: NOW_MS, userTime: expect.any(Number) });
    await stage.end();
  });

  it('completes the second factor with the recorded steps', async () => {
    const [, method, code, again] = samples.http;
    const stage = await tape((body) => {
      if (shape(body) === shape(signIn?.body)) return { status: 200, json: signIn?.twofa };
      return { status: 200, json: [method, code, again].find((step) => shape(step?.body) === shape(body))?.ok };
    });
    expect(await stage.drive.settled('connect', stage.session.connect())).toMatchObject({
      ok: false,
      error: { kind: 'auth_2fa_required' },
    });
    const answered = stage.session.answerCode('123456');
    expect(await stage.drive.settled('the code', answered)).toEqual({ ok: true, value: null });
    expect(stage.posted.map(shape)).toEqual([signIn, method, code, again].map((one) => shape(one?.body)));
    await stage.end();
  });

  it('distinguishes the login limit from a wrong password', async () => {
    const errors = samples.http.find(({ err429 }) => err429 !== undefined);
    const limited = await tape(() => ({ status: 429, json: errors?.err429 }));
    expect(await limited.drive.settled('connect', limited.session.connect())).toMatchObject({
      error: { kind: 'auth_rate_limited', retryAfterMs: 1_894_000 },
    });
    await limited.end();
    const wrong = await tape(() => ({ status: 403, json: errors?.err403 }));
    expect(await wrong.drive.settled('connect', wrong.session.connect())).toMatchObject({
      error: { kind: 'auth_invalid' },
    });
    await wrong.end();
  });
});

/** Returns the field names of a request body, for comparison. */
const shape = (body: unknown): string => Object.keys(z.looseObject({}).parse(body)).toSorted().join();
