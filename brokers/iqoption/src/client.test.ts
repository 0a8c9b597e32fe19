import { BrokerClock } from '@vigia/broker-kit/clock';
import type { BrokerOrder } from '@vigia/broker-kit/port';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { ClockDriver } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Accounts } from './accounts.ts';
import { IqClient } from './client.ts';
import { greet } from './greeting.ts';
import { Market } from './market.ts';
import { IqOptionOrders } from './orders.ts';
import { DAY, wireActive } from './testing-assets.ts';

const Asked = z.object({
  name: z.string(),
  request_id: z.string(),
  msg: z.looseObject({ name: z.string().optional() }),
});
type Asked = z.output<typeof Asked>;
type Answer = { readonly name: string; readonly msg: unknown; readonly status?: number };

const START_MS = (DAY.fromS + 605) * 1000;
const TAKEN: Answer = { name: 'result', msg: { success: true, reason: '' } };
const CANDLES = { name: 'quotes-history.get-candles', version: '2.0', body: {} };

/** Creates a client on a socket. The given function returns the replies. */
function wired(answer: (asked: Asked) => readonly Answer[]) {
  const drive = new ClockDriver(START_MS);
  const heard: { readonly asked: Asked; readonly atMs: number }[] = [];
  const client = new IqClient({ clock: drive.clock, onEvent: () => undefined, onRoundTrip: () => undefined });
  const wire = {
    send: (text: string | Uint8Array) => {
      const asked = Asked.parse(JSON.parse(String(text)));
      heard.push({ asked, atMs: drive.clock.now() });
      for (const reply of answer(asked))
        queueMicrotask(() => client.receive(JSON.stringify({ ...reply, request_id: asked.request_id })));
      return true;
    },
  };
  client.attach(wire);
  return { drive, client, heard };
}

describe('the IQ Option client', () => {
  it('sends at most five frames within any second', async () => {
    const { drive, client, heard } = wired(() => [{ name: 'candles', status: 2_000, msg: {} }]);
    await drive.settled('all', Promise.all(Array.from({ length: 23 }, () => client.call(CANDLES))));
    heard.forEach(({ atMs }, index) => {
      const sixth = heard[index + 5];
      if (sixth) expect(sixth.atMs - atMs).toBeGreaterThanOrEqual(1_000);
    });
    expect(heard).toHaveLength(23);
  });

  it('treats a `result` message as the complete reply to a subscription, but not to other requests', async () => {
    const { drive, client } = wired(({ name }) =>
      name === 'subscribeMessage' ? [TAKEN] : [TAKEN, { name: 'candles', status: 2_000, msg: { candles: [] } }],
    );
    const subscribed = client.subscribe({ name: 'quote-generated', version: '2.0', filters: { active_id: 1 } });
    expect(await drive.settled('result', subscribed)).toMatchObject({ ok: true });
    expect(await drive.settled('data', client.call(CANDLES))).toEqual({ ok: true, value: { candles: [] } });
  });

  it('treats an unsuccessful `result` or a status of 4000 as a refusal', async () => {
    const unlucky = wired(() => [{ name: 'result', msg: { success: false, reason: 'no' } }]);
    expect(await unlucky.drive.settled('refusal', unlucky.client.call(CANDLES))).toMatchObject({
      ok: false,
      error: { kind: 'refused' },
    });
    const refused = wired(() => [{ name: 'candles', status: 4_000, msg: { message: 'no' } }]);
    expect(await refused.drive.settled('refusal', refused.client.call(CANDLES))).toEqual({
      ok: false,
      error: { kind: 'refused', status: 4_000, message: 'no' },
    });
  });

  it('treats a refused authentication as a refusal, even if the message has no request id', async () => {
    const { drive, client } = wired(() => []);
    const authenticated = client.authenticate('ssid');
    await drive.quiet();
    client.receive(JSON.stringify({ name: 'authenticated', msg: false }));
    expect(await drive.settled('refusal', authenticated)).toEqual({ ok: true, value: false });
  });

  it('drops queued requests when the socket closes', async () => {
    const { drive, client, heard } = wired(() => []);
    const asked = Array.from({ length: 7 }, () => client.call(CANDLES));
    await drive.quiet();
    client.detach();
    const answers = await drive.settled('the answers', Promise.all(asked));
    expect(answers.map((reply) => (reply.ok ? 'answered' : reply.error.kind))).toEqual([
      ...Array.from({ length: 5 }, () => 'unanswered'),
      'unsent',
      'unsent',
    ]);
    expect(heard).toHaveLength(5);
  });
});

const BALANCES = [{ id: 12, type: 4, amount: 100, currency: 'USD' }];
const DATA: Readonly<Record<string, Answer>> = {
  'core.get-profile': { name: 'profile', status: 2_000, msg: { result: { user_id: 7 } } },
  'balances.get-available-balances': { name: 'available-balances', status: 2_000, msg: BALANCES },
  'binary-options.get-initialization-data': {
    name: 'initialization-data',
    status: 2_000,
    msg: { turbo: { actives: { 1: wireActive() } } },
  },
};

/** Runs the requests that follow the authentication. `answers` replaces some of the usual responses. */
async function introduced(answers: Readonly<Record<string, Answer>>) {
  const { drive, client, heard } = wired(({ msg }) => {
    const answer = answers[msg.name ?? ''] ?? DATA[msg.name ?? ''];
    return answer ? [answer] : [TAKEN];
  });
  const { clock } = drive;
  const serverClock = new BrokerClock(clock);
  const accounts = new Accounts({ log: () => undefined }, () => undefined);
  const market = new Market({ now: () => serverClock.now(), currency: () => null, publish: () => undefined });
  const parts = { client, clock, serverClock, market, currencyOf: (id: string) => accounts.currencyOf(id) };
  const orders = new IqOptionOrders({ ...parts, onStaleMarket: () => undefined });
  const greeted = await drive.settled(
    'greeting',
    greet({ client, accounts, market, digital: { begin: () => undefined } }),
  );
  const order: BrokerOrder = {
    orderId: 'o',
    accountId: '12',
    symbol: 'EURUSD',
    direction: 'CALL',
    stakeMinor: minorUnits(100),
    durationS: 60,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(START_MS + 60_000),
  };
  const placed = () => drive.settled('a reply', orders.place(order));
  return { greeted, placed, heard };
}

describe('the IQ Option greeting', () => {
  it('stops if the platform refuses third-party clients', async () => {
    const features = [{ name: 'client-sdk', status: 'disabled' }];
    const { greeted } = await introduced({
      'features.get-features': { name: 'features', status: 2_000, msg: { features } },
    });
    expect(greeted).toMatchObject({ ok: false, error: { kind: 'clients_refused' } });
  });

  it('succeeds on a platform that does not know the request for features', async () => {
    const { greeted } = await introduced({
      'features.get-features': { name: 'features', status: 4_040, msg: { message: 'no' } },
    });
    expect(greeted).toEqual({ ok: true, value: null });
  });
});

describe('an order at IQ Option', () => {
  const OPEN = 'binary-options.open-option';

  it('is refused if the response has the status 4103', async () => {
    const { placed } = await introduced({
      [OPEN]: { name: 'option', status: 4_103, msg: { message: 'Insufficient funds for this transaction.' } },
    });
    expect(await placed()).toMatchObject({ outcome: 'refused', fault: { kind: 'insufficient_funds' } });
  });

  it.each([
    ['the server failed', { name: 'option', status: 5_000, msg: { message: 'internal' } }],
    ['the answer cannot be read', { name: 'option', status: 2_000, msg: { odd: true } }],
  ])('is reported as unknown if %s', async (_what, answer) => {
    const { placed } = await introduced({ [OPEN]: answer });
    expect(await placed()).toMatchObject({ outcome: 'unknown', cause: 'server_error' });
  });

  it('is reported as unknown if no response comes, and is sent only once', async () => {
    const { placed, heard } = await introduced({ [OPEN]: { ...TAKEN } });
    expect(await placed()).toMatchObject({ outcome: 'unknown', cause: 'timeout' });
    expect(heard.filter(({ asked }) => asked.msg.name === OPEN)).toHaveLength(1);
  });
});
