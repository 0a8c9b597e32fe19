import { durationMs, epochMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { PlacedAutomatic } from '../trading/index.ts';
import { ScheduledOrders } from './scheduled-orders.ts';

function held() {
  const clock = new ManualClock(1_000);
  const sent: string[] = [];
  // The code under test only passes the orders on, so an empty object replaces each order.
  const orders = { one: {} as PlacedAutomatic, two: {} as PlacedAutomatic };
  const waiting = new ScheduledOrders(clock, (placed) => void sent.push(placed === orders.one ? 'one' : 'two'));
  const send = (name: keyof typeof orders, atMs: number) => waiting.send(orders[name], epochMs(atMs));
  return { clock, sent, waiting, send };
}

describe('an order that is stored before its send time', () => {
  it('is sent at that time, or immediately if the time has passed', () => {
    const { clock, sent, send } = held();
    send('one', 1_250);
    send('two', 900);
    expect(sent).toEqual(['two']);
    clock.advance(durationMs(249));
    expect(sent).toEqual(['two']);
    clock.advance(durationMs(1));
    expect(sent).toEqual(['two', 'one']);
  });

  it('is sent immediately and only once if its user moves to another process', () => {
    const { clock, sent, waiting, send } = held();
    send('one', 1_250);
    waiting.sendAll();
    expect(sent).toEqual(['one']);
    clock.advance(durationMs(1_000));
    waiting.sendAll();
    expect(sent).toEqual(['one']);
  });
});
