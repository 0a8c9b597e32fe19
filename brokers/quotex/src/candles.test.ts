import { BrokerClock } from '@vigia/broker-kit/clock';
import { ManualClock } from '@vigia/testkit';
import { expect, it } from 'vitest';
import { Candles } from './candles.ts';

const START_MS = Date.UTC(2026, 10, 24, 9);
const NOW_S = START_MS / 1_000;
const PERIOD_S = 60;
const PAGE_S = 200 * PERIOD_S;

it('the Quotex candle history reads long ranges one after the other, and does not delay a short range', async () => {
  const clock = new ManualClock(START_MS);
  const asked: string[] = [];
  const history = new Candles({
    clock,
    serverClock: new BrokerClock(clock),
    emit: (_name, body) => {
      const { asset, index, time, offset } = Object(body);
      asked.push(asset);
      const candles = Array.from({ length: offset / PERIOD_S }, (_, row) => [
        time - offset + row * PERIOD_S,
        1,
        1,
        1,
        1,
      ]);
      queueMicrotask(() => history.onHistory({ asset, index, candles }));
      return true;
    },
  });
  const whole: string[] = [];
  const read = async (wireSymbol: string, pages: number) => {
    const wanted = { wireSymbol, periodS: PERIOD_S, fromS: NOW_S - pages * PAGE_S, toS: NOW_S };
    const answer = await history.load(wanted);
    whole.push(`${wireSymbol}: ${answer.ok ? answer.value.length : answer.error.detail}`);
  };
  const reads = [read('first', 3), read('second', 3), read('gap', 1)];
  for (let step = 0; step < 100; step++) {
    clock.advance(100);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  await Promise.all(reads);
  expect(whole).toEqual(['gap: 200', 'first: 600', 'second: 600']);
  expect(asked.filter((asset) => asset !== 'gap')).toEqual(['first', 'first', 'first', 'second', 'second', 'second']);
});
