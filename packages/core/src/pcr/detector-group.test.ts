import { describe, expect, it } from 'vitest';
import { DetectorGroup } from './detector-group.ts';
import type { Settlement } from './signal/signal.ts';
import { BREAK, CALM, GREEN_RUN, type Ohlc, START, setupOf, TF } from './testing.ts';

describe('a group with a sleeping setup', () => {
  it('wakes the setup with the last tick of the closed candle, even after a late tick', () => {
    const settlements: Settlement[] = [];
    const rules = setupOf({ entryPoints: ['ruptura'], expiry: 1 });
    const group = new DetectorGroup(rules);
    group.add(rules, { listener: { onSettlement: (settlement) => void settlements.push(settlement) } });
    const candles: readonly Ohlc[] = [...CALM, ...GREEN_RUN, BREAK];
    let closeMs = START * 1_000;
    for (const [row, candle] of candles.entries()) {
      closeMs = (START + (row + 1) * TF) * 1_000;
      if (row === candles.length - 1) {
        // After the previous candle has closed: a tick of the forming candle, then a late tick of the closed one.
        group.pushTick(closeMs - 1_000, 101.75);
        group.pushTick(closeMs - TF * 1_000 - 1_000, 99);
      }
      group.push(START + row * TF, ...candle);
    }
    group.advanceClock(closeMs + 62_000);
    expect(settlements).toMatchObject([{ outcome: 'void', settlePrice: 101.75 }]);
  });
});
