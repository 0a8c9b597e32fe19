import { SeededRng } from '@vigia/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { columnsOf } from '#candles/index.ts';
import type { SignalRows } from '#rules/index.ts';
import { completeRules, OPEN_GATES } from './complete-rules.ts';
import { GateColumns } from './gate-columns.ts';
import { type Gates, TimeGates } from './gates.ts';

const HALF_HOUR_S = 1_800;
const timeOf = (iso: string): number => Date.parse(iso) / 1_000;

/** Returns columns of candles that open at these times. */
const openingAt = (times: readonly number[]) =>
  columnsOf(times.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1 })));
/** Returns columns of half hours without a gap. */
const halfHoursFrom = (iso: string, count: number) =>
  openingAt(Array.from({ length: count }, (_, row) => timeOf(iso) + row * HALF_HOUR_S));

const rulesWith = (gates: Partial<Gates>) => completeRules('rsi', { gates: { ...OPEN_GATES, ...gates } });
type Signal = readonly [row: number, direction: number];
const toColumns = (signals: readonly Signal[]): SignalRows => ({
  rows: Int32Array.from(signals, ([row]) => row),
  directions: Int8Array.from(signals, ([, direction]) => direction),
});
const toSignals = ({ rows, directions }: SignalRows): Signal[] =>
  Array.from(rows, (row, index) => [row, directions[index] ?? 0]);

describe('the gates over a history', () => {
  // The candles close at 09:00, 09:30, 10:00 and so on.
  const morning = () => new GateColumns(halfHoursFrom('2026-11-18T08:30:00Z', 8), HALF_HOUR_S);
  const admitted = (gates: Partial<Gates>, signals: readonly Signal[]): Signal[] =>
    toSignals(morning().admitted(toColumns(signals), rulesWith(gates)));

  it('admit the signals whose candle closes in the hours, with their directions', () => {
    const hours = { from: '09:30', to: '11:00' };
    const signals: Signal[] = [
      [0, 1],
      [1, -1],
      [3, 1],
      [4, -1],
    ];
    expect(admitted({ hours }, signals)).toEqual([
      [1, -1],
      [3, 1],
    ]);
  });

  it('admit nothing if every signal is outside the hours, also if the first candle is inside them', () => {
    const hours = { from: '09:00', to: '10:00' };
    expect(
      admitted({ hours }, [
        [2, 1],
        [3, -1],
      ]),
    ).toEqual([]);
  });

  it('admit a signal again once the cool-down has as many candles as it must', () => {
    const signals: Signal[] = [
      [1, 1],
      [3, -1],
      [4, -1],
      [5, 1],
      [7, 1],
    ];
    expect(admitted({ cooldown_candles: 2 }, signals)).toEqual([
      [1, 1],
      [4, -1],
      [7, 1],
    ]);
  });

  it('admit signals at adjacent candles if only a payout is required', () => {
    const signals: Signal[] = [
      [0, 1],
      [1, -1],
      [2, 1],
    ];
    expect(admitted({ payout_min: 0.9 }, signals)).toEqual(signals);
  });

  it('leave the signals of rules without gates as they are', () => {
    const signals = toColumns([[3, 1]]);
    expect(morning().admitted(signals, completeRules('rsi'))).toBe(signals);
  });

  it('need no memory but that of the given signals', () => {
    const signals = toColumns([[3, 1]]);
    expect(morning().admitted(signals, rulesWith({ cooldown_candles: 1 })).rows.buffer).toBe(signals.rows.buffer);
  });
});

/** Returns the signals that gates admit if they see one candle after the other, as in live operation. */
function admittedLive(gates: Gates, times: readonly number[], signals: readonly Signal[]): Signal[] {
  const live = new TimeGates(gates, HALF_HOUR_S);
  const directions = new Map(signals);
  return times.flatMap((time, row) => {
    live.nextCandle();
    const direction = directions.get(row);
    return direction !== undefined && live.admit(time) === null ? [[row, direction] as const] : [];
  });
}

/** Returns open times around the end of summer time in Madrid, on Sunday 25 October 2026, with some gaps. */
function randomTimes(rng: SeededRng): number[] {
  let time = timeOf('2026-10-23T20:00:00Z');
  return Array.from({ length: 250 }, () => (time += HALF_HOUR_S * (rng.next() < 0.05 ? 4 : 1)));
}

describe('the signals that gates admit over a history', () => {
  it.each<Partial<Gates>>([
    { hours: { from: '09:00', to: '17:00' }, time_zone: 'Europe/Madrid' },
    { hours: { from: '22:00', to: '02:30' }, time_zone: 'Asia/Tokyo' },
    { days: [1, 6], time_zone: 'Asia/Tokyo' },
    { cooldown_candles: 3 },
    { hours: { from: '08:00', to: '20:00' }, days: [1, 5, 7], time_zone: 'Europe/Madrid', cooldown_candles: 2 },
  ])('are those of live candles, for %j', (changed) => {
    const gates = { ...OPEN_GATES, ...changed };
    let [given, kept] = [0, 0];
    for (let seed = 0; seed < 4; seed += 1) {
      const rng = new SeededRng(seed);
      const times = randomTimes(rng);
      const signals = times.flatMap((_, row): Signal[] => (rng.next() < 0.5 ? [[row, rng.next() < 0.5 ? 1 : -1]] : []));
      const expected = admittedLive(gates, times, signals);
      const columns = new GateColumns(openingAt(times), HALF_HOUR_S);
      expect(toSignals(columns.admitted(toColumns(signals), rulesWith(changed))), `seed ${seed}`).toEqual(expected);
      given += signals.length;
      kept += expected.length;
    }
    expect(kept).toBeGreaterThan(given / 20);
    expect(kept).toBeLessThan(given * 0.8);
  });
});

describe('strategies over one history', () => {
  afterEach(() => void vi.restoreAllMocks());
  const SIGNALS: Signal[] = [
    [0, 1],
    [2, -1],
    [3, 1],
  ];
  const hours = { from: '09:00', to: '10:00' };

  it('keep their own hours, days and time zones', () => {
    const columns = new GateColumns(halfHoursFrom('2026-11-18T08:30:00Z', 8), HALF_HOUR_S);
    const rowsFor = (gates: Partial<Gates>) => [...columns.admitted(toColumns(SIGNALS), rulesWith(gates)).rows];
    // Wednesday 18 November 2026; Madrid is at UTC+1, so its clock reads 10:00 at the close of the first candle.
    expect(rowsFor({ hours })).toEqual([0]);
    expect(rowsFor({ hours, time_zone: 'Europe/Madrid' })).toEqual([]);
    expect(rowsFor({ hours: { from: '10:00', to: '11:00' } })).toEqual([2, 3]);
    expect(rowsFor({ hours, days: [4] })).toEqual([]);
    expect(rowsFor({ hours, days: [3] })).toEqual([0]);
  });

  it('share the evaluation of equal hours: a candle is judged once, whatever the cool-down', () => {
    const admit = vi.spyOn(TimeGates.prototype, 'admit');
    const columns = new GateColumns(halfHoursFrom('2026-11-18T08:30:00Z', 8), HALF_HOUR_S);
    const judgedFor = (gates: Partial<Gates>, signals: readonly Signal[]) => {
      admit.mockClear();
      columns.admitted(toColumns(signals), rulesWith(gates));
      return admit.mock.calls.length;
    };
    expect(judgedFor({ hours }, SIGNALS)).toBe(3);
    expect(judgedFor({ hours, cooldown_candles: 5 }, [...SIGNALS, [4, 1]])).toBe(1);
    expect(judgedFor({ hours, time_zone: 'Europe/Madrid' }, SIGNALS)).toBe(3);
  });
});
