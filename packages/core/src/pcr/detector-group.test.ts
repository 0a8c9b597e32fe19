import { describe, expect, it } from 'vitest';
import { PcrDetector } from './detector.ts';
import { DetectorGroup } from './detector-group.ts';
import type { Settlement, Signal } from './signal/signal.ts';
import {
  BREAKING_CANDLE,
  CALM_CANDLES,
  GREEN_RUN,
  mirrored,
  type Ohlc,
  START,
  SUPPLY_ZONE,
  setupOf,
  TEST_TIMEFRAME_S,
} from './testing.ts';

const TOUCH = setupOf({ trigger: 'touch' });
/** Close time of the last candle of SUPPLY_ZONE, epoch milliseconds. */
const END_MS = (START + SUPPLY_ZONE.length * TEST_TIMEFRAME_S) * 1_000;

function push(target: Pick<PcrDetector, 'push'>, candles: readonly Ohlc[] = SUPPLY_ZONE): void {
  for (const [row, candle] of candles.entries()) target.push(START + row * TEST_TIMEFRAME_S, ...candle);
}

/** Adds a setup that trades when a price touches a level, and therefore needs the ticks of a live zone. */
function addWaiting(group: DetectorGroup, state?: Parameters<DetectorGroup['add']>[2]) {
  const signals: Signal[] = [];
  const listener = { onSignal: (signal: Signal) => void signals.push(signal) };
  return { signals, member: group.add(TOUCH, { listener }, state) };
}

/** Creates a group with a live zone and two setups that need its ticks. */
function waitingGroup() {
  const group = new DetectorGroup(TOUCH);
  const setups = [addWaiting(group), addWaiting(group)] as const;
  push(group);
  return { group, setups };
}

describe('a detector group with a setup that currently needs no ticks', () => {
  it('passes the last tick of the closed candle to this setup once the setup needs ticks, even after a late tick', () => {
    const settlements: Settlement[] = [];
    const rules = setupOf({ entryPoints: ['ruptura'], expiry: 1 });
    const group = new DetectorGroup(rules);
    group.add(rules, { listener: { onSettlement: (settlement) => void settlements.push(settlement) } });
    const candles: readonly Ohlc[] = [...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE];
    let closeMs = START * 1_000;
    for (const [row, candle] of candles.entries()) {
      closeMs = (START + (row + 1) * TEST_TIMEFRAME_S) * 1_000;
      if (row === candles.length - 1) {
        // The previous candle has closed. The first tick belongs to the forming candle; the second is a late tick of
        // the closed candle.
        group.pushTick(closeMs - 1_000, 101.75);
        group.pushTick(closeMs - TEST_TIMEFRAME_S * 1_000 - 1_000, 99);
      }
      group.push(START + row * TEST_TIMEFRAME_S, ...candle);
    }
    group.advanceClock(closeMs + 62_000);
    expect(settlements).toMatchObject([{ outcome: 'void', settlePrice: 101.75 }]);
  });
});

describe('a detector group with setups that wait for a tick', () => {
  it('passes a tick to each of the setups, even a tick at the end of the closed candle', () => {
    const { group, setups } = waitingGroup();
    group.pushTick(END_MS, 102.25);
    expect(setups.map(({ signals }) => signals.length)).toEqual([1, 1]);
  });

  it('passes no ticks to a setup after its removal, but still passes ticks to the other setups', () => {
    const { group, setups } = waitingGroup();
    group.remove(setups[0].member);
    group.pushTick(END_MS + 1, 102.25);
    expect(setups.map(({ signals }) => signals.length)).toEqual([0, 1]);
    expect(group.size).toBe(1);
  });

  it('passes the next tick to a setup that is restored from a snapshot in the middle of a candle', () => {
    const { group, setups } = waitingGroup();
    const taken = addWaiting(group, group.snapshotOf(setups[0].member).setup);
    group.pushTick(END_MS + 1, 102.25);
    expect(taken.signals).toHaveLength(1);
  });
});

describe('a detector group that receives candles and no ticks', () => {
  it('ends with the same snapshot as a single detector with the same candles', () => {
    const rules = setupOf({ entryPoints: ['ruptura'] });
    const group = new DetectorGroup(rules);
    const member = group.add(rules, { listener: {} });
    const detector = new PcrDetector(rules);
    push(group, CALM_CANDLES);
    push(detector, CALM_CANDLES);
    expect(group.snapshotOf(member)).toEqual(detector.snapshot());
  });
});

describe('the sequence fold of a detector group', () => {
  it('reports the open time of its last candle, and null before the first candle', () => {
    const group = new DetectorGroup(TOUCH);
    expect(group.lastCandleTime).toBeNull();
    push(group);
    expect(group.lastCandleTime).toBe(START + (SUPPLY_ZONE.length - 1) * TEST_TIMEFRAME_S);
  });

  it('continues from a snapshot of another group', () => {
    const { group, setups } = waitingGroup();
    const restored = new DetectorGroup(TOUCH);
    restored.restore(group.snapshotOf(setups[0].member).sequences);
    expect(restored.lastCandleTime).toBe(group.lastCandleTime);
    expect(restored.hasSameState(group)).toBe(true);
  });

  it('equals the state of another group only with the same candles and the same rules', () => {
    const { group } = waitingGroup();
    const same = new DetectorGroup(TOUCH);
    push(same);
    expect(same.hasSameState(group)).toBe(true);
    const otherCandles = new DetectorGroup(TOUCH);
    push(otherCandles, mirrored(SUPPLY_ZONE));
    expect(otherCandles.hasSameState(group)).toBe(false);
    const strict = setupOf({ trigger: 'touch', patterns: { minStrong: 1 } });
    expect(new DetectorGroup(strict).hasSameState(new DetectorGroup(TOUCH))).toBe(false);
  });
});
