import { readPcrSetup } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import type { Settlement } from '@vigia/core/pcr';
import { describe, expect, it } from 'vitest';
import { SequenceGroup } from './sequence-group.ts';
import { type RunningRow, SetupRun } from './setup-run.ts';

const START = 1_700_006_400;
const TF = 300;

const CALM: readonly number[][] = Array.from({ length: 15 }, () => [100, 100.5, 99.5, 100]);
/** A run of green candles that the last candle breaks. It creates a price zone and a signal at 101.75. */
const BROKEN_RUN = [
  [100, 100.875, 99.875, 100.75],
  [100.75, 101.625, 100.625, 101.5],
  [101.5, 102.375, 101.375, 102.25],
  [102.25, 102.5, 101.5, 101.75],
];

const ROW: RunningRow = {
  id: 'a',
  user_id: null,
  name: 'A',
  asset: 'EURUSD',
  is_active: true,
  auto_trade: false,
  account_broker: null,
  account_kind: 'demo',
  timeframe: '5m',
  price_source: null,
  version: 1,
  anchor_time: 0,
  live_since: new Date(0),
  created_at: new Date(0),
  updated_at: new Date(0),
};

describe('SequenceGroup', () => {
  it('decides the outcome of a signal by the newest tick, and ignores an older tick that arrives later', () => {
    const parsed = readPcrSetup({ entryPoints: ['ruptura'], expiry: 1 });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    const settlements: Settlement[] = [];
    const group = new SequenceGroup(parsed.value, {
      sequencesKept: () => 8,
      payoutAt: () => 0.85,
      onSequence: () => undefined,
    });
    const nothing = () => undefined;
    const hear = { onSignal: nothing, onZone: nothing, onRejected: nothing };
    group.add(
      new SetupRun(
        ROW,
        parsed.value,
        { ...hear, onSettlement: (_, settlement) => void settlements.push(settlement) },
        null,
      ),
    );
    const candles = [...CALM, ...BROKEN_RUN].map(([open = 0, high = 0, low = 0, close = 0], row): Candle => {
      return { time: START + row * TF, open, high, low, close };
    });
    for (const candle of candles) group.onCandle(candle);
    const entryMs = (START + candles.length * TF) * 1_000;
    group.onTick(entryMs + 50_000, 102);
    group.onTick(entryMs + 40_000, 99);
    group.onTick(entryMs + 60_000, 105);
    expect(settlements).toMatchObject([{ outcome: 'lost', settlePrice: 102 }]);
  });
});
