import type { Option } from '@vigia/contract';
import { lengthFields, ticksLong } from '@vigia/core/trades';
import { describe, expect, it } from 'vitest';
import { outcomeAtPrice } from './outcome-at-price.ts';
import { tradeOf } from './testing.ts';
import { timeLeft } from './time-left.tsx';
import { mergeActive, mergeHistory } from './trade-lists.ts';

const at = (clock: string): number => Date.parse(`2026-11-21T${clock}Z`);

describe('timeLeft', () => {
  it('counts down with the remaining fraction of the duration', () => {
    expect(timeLeft(tradeOf(), at('14:02:30'))).toEqual({ kind: 'running', leftMs: 150_000, share: 0.5 });
  });

  it('reports that the result is pending from the expiry on, however late the result is', () => {
    expect(timeLeft(tradeOf(), at('14:05:00'))).toEqual({ kind: 'settling' });
    expect(timeLeft(tradeOf(), at('15:05:00'))).toEqual({ kind: 'settling' });
  });

  it('never exceeds the full duration when the clocks of browser and server differ', () => {
    expect(timeLeft(tradeOf(), at('13:59:58'))).toEqual({ kind: 'running', leftMs: 300_000, share: 1 });
  });

  it.each(['14:00:30', '14:20:00'])(
    'counts the ticks of a trade with a duration in ticks and not its time, at %s',
    (clock) => {
      const trade = { ...lengthFields(ticksLong(5)), expiry_time: '2026-11-21T14:00:12.000Z' };
      const left = (passed: number | null) => timeLeft(tradeOf({ ...trade, ticks_passed: passed }), at(clock));
      expect(left(null)).toEqual({ kind: 'ticking', passed: null, total: 5 });
      expect(left(3)).toEqual({ kind: 'ticking', passed: 3, total: 5 });
      expect(left(5)).toEqual({ kind: 'settling' });
    },
  );

  it.each(['14:02:30', '14:05:30'])(
    'reports that the execution status is unknown instead of a countdown, at %s',
    (clock) => {
      expect(timeLeft(tradeOf({ execution: 'unknown' }), at(clock))).toEqual({ kind: 'unknown' });
      expect(timeLeft(tradeOf({ execution: 'pending', broker: 'iqoption' }), at(clock))).toEqual({ kind: 'sending' });
    },
  );
});

describe('outcomeAtPrice', () => {
  it('reports a win of a CALL above and of a PUT below the entry price, with the profit at the payout of the trade', () => {
    expect(outcomeAtPrice(tradeOf(), 1.0851)).toEqual({ outcome: 'won', profit: 8.5 });
    expect(outcomeAtPrice(tradeOf({ option_type: 'PUT', payout: 0.82 }), 1.0849)).toEqual({
      outcome: 'won',
      profit: 8.2,
    });
  });

  it('reports the loss of the stake if the price is on the other side of the entry price', () => {
    expect(outcomeAtPrice(tradeOf(), 1.0849)).toEqual({ outcome: 'lost', profit: -10 });
    expect(outcomeAtPrice(tradeOf({ option_type: 'PUT' }), 1.0851)).toEqual({ outcome: 'lost', profit: -10 });
  });

  it('applies the tie rule of the broker if the price equals the entry price', () => {
    expect(outcomeAtPrice(tradeOf(), 1.085)).toEqual({ outcome: 'tie', profit: 0 });
    expect(outcomeAtPrice(tradeOf({ broker: 'deriv' }), 1.085)).toEqual({ outcome: 'lost', profit: -10 });
  });

  it('returns null without a price', () => {
    expect(outcomeAtPrice(tradeOf(), null)).toBeNull();
    expect(outcomeAtPrice(tradeOf({ payout: null }), 1.0851)).toEqual({ outcome: 'won', profit: null });
    expect(outcomeAtPrice(tradeOf({ entry_price: null }), 1.085)).toBeNull();
  });
});

describe('the trade lists', () => {
  it('move a trade from the open trades to the history once, even if its events are repeated', () => {
    const open = tradeOf();
    const won = tradeOf({ status: 'won', profit: 8.5 });
    expect(mergeActive(mergeActive([], open), open)).toEqual([open]);
    expect(mergeActive([open], won)).toEqual([]);
    expect(mergeHistory(mergeHistory([], won), won)).toEqual([won]);
    expect(mergeHistory([], open)).toEqual([]);
  });

  it('keep the last fifty ended trades', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      tradeOf({ id: `trade ${index}`, status: 'lost', expiry_time: new Date(at('14:05:00') + index).toISOString() }),
    );
    const history = many.reduce<Option[]>(mergeHistory, []);
    expect(history).toHaveLength(50);
    expect(history[0]?.id).toBe('trade 59');
  });
});
