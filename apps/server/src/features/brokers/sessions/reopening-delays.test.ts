import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { ConnectionToReopen } from '../connections.repository.ts';
import { reopeningDelays } from './reopening-delays.ts';

const connections = (count: number, broker: ConnectionToReopen['broker'], open = 0): ConnectionToReopen[] =>
  Array.from({ length: count }, (_, index) => ({
    user_id: `${broker}-${index}`,
    broker,
    has_open_trades: index < open,
  }));

describe('reopeningDelays', () => {
  it('spaces the sign-ins at one broker, independently of those at another broker', () => {
    const planned = reopeningDelays([...connections(100, 'iqoption'), ...connections(40, 'deriv')], new SeededRng(1));
    for (const [broker, count] of [
      ['iqoption', 100],
      ['deriv', 40],
    ] as const) {
      const waits = planned.filter(({ connection }) => connection.broker === broker).map(({ waitMs }) => waitMs);
      const slots = waits.map((waitMs) => Math.floor(waitMs / 25)).toSorted((a, b) => a - b);
      expect(slots).toEqual(Array.from({ length: count }, (_, slot) => slot));
    }
  });

  it('ends within 20 s, however many connections there are', () => {
    const waits = reopeningDelays(connections(5_000, 'iqoption'), new SeededRng(2)).map(({ waitMs }) => waitMs);
    expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
    expect(Math.max(...waits)).toBeGreaterThan(19_000);
  });

  it('lets users with open trades sign in first, and the others in random order', () => {
    const wanted = connections(50, 'iqoption', 10).toReversed();
    const orderOf = (seed: number) =>
      reopeningDelays(wanted, new SeededRng(seed))
        .toSorted((a, b) => a.waitMs - b.waitMs)
        .map(({ connection }) => connection);
    const [first, second] = [orderOf(1), orderOf(2)];
    expect(first.map(({ has_open_trades }) => has_open_trades)).toEqual([
      ...Array<boolean>(10).fill(true),
      ...Array<boolean>(40).fill(false),
    ]);
    expect(second.map(({ user_id }) => user_id)).not.toEqual(first.map(({ user_id }) => user_id));
  });
});
