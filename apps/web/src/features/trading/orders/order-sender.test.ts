import type { CreateOption, Option } from '@vigia/contract';
import { expect, it } from 'vitest';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { tradeOf } from '../trades/testing.ts';
import { OrderSender } from './order-sender.ts';

const ORDER: CreateOption = {
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  duration: 5,
  shown_payout: 0.85,
};
const LOST = new ApiFailure({ kind: 'unreachable' }, 'Sin red');
const refusal = (code: string, status = 409) =>
  new ApiFailure({ kind: 'refused', status, code, details: [] }, 'No se puede');

/** A server that answers from a list, and a clock that only the test moves. */
function setUp(answers: readonly (Option | ApiFailure)[]) {
  const sent: { order: CreateOption; key: string }[] = [];
  const clock = { nowMs: 0 };
  let keys = 0;
  const sender = new OrderSender({
    post: async (order, key) => {
      sent.push({ order, key });
      const answer = answers[sent.length - 1] ?? tradeOf();
      if (answer instanceof ApiFailure) throw answer;
      return answer;
    },
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    now: () => clock.nowMs,
    pause: async (ms) => {
      clock.nowMs += ms;
    },
  });
  return { sender, sent, clock };
}

it('sends one order for a double click, while the first is under way and after it is answered', async () => {
  const { sender, sent, clock } = setUp([]);
  const first = sender.send(ORDER);
  expect(sender.send(ORDER)).toBeNull();
  await first;
  clock.nowMs = 200;
  expect(sender.send(ORDER)).toBeNull();
  expect(sent).toHaveLength(1);
});

it('takes no other order while one is under way, however long that takes', async () => {
  const { sender, sent, clock } = setUp([]);
  const first = sender.send(ORDER);
  clock.nowMs = 5_000;
  expect(sender.send(ORDER)).toBeNull();
  await first;
  expect(sent).toHaveLength(1);
});

it('gives every click its own key', async () => {
  const { sender, sent, clock } = setUp([]);
  await sender.send(ORDER);
  clock.nowMs = 1_000;
  await sender.send(ORDER);
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
});

it('tries a click again under the same key when no answer comes', async () => {
  const { sender, sent } = setUp([LOST, refusal('idempotency_in_progress')]);
  const outcome = await sender.send(ORDER);
  expect(outcome?.kind).toBe('accepted');
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1']);
});

it('does not try again what was refused', async () => {
  const { sender, sent } = setUp([refusal('payout_changed')]);
  const outcome = await sender.send(ORDER);
  expect(outcome).toMatchObject({ kind: 'refused', failure: { code: 'payout_changed' } });
  expect(sent).toHaveLength(1);
});

it('leaves an order of unknown fate to be asked about under its own key', async () => {
  const { sender, sent } = setUp([LOST, LOST, LOST]);
  const outcome = await sender.send(ORDER);
  if (outcome?.kind !== 'unclear') throw new Error(`expected unclear, got ${outcome?.kind}`);
  expect((await outcome.resend())?.kind).toBe('accepted');
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['key-1']));
});
