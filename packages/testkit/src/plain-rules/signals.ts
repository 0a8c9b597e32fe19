import type { OwnRules, RuleSide } from '@vigia/core/rule-definitions';
import { at, everyTruth, isAfterGap, negateTruth, type PlainBar, someTruth, type Truth } from './bars.ts';
import { conditionMet } from './condition.ts';

export type Direction = 1 | 0 | -1;
type Gate = 'hours' | 'days' | 'cooldown';

/** The gates that need no payout. */
type PlainGates = {
  readonly hours: { readonly from: string; readonly to: string } | null;
  readonly days: readonly number[];
  readonly time_zone: string;
  readonly cooldown_candles: number;
};

/**
 * Returns, for each candle, whether a direction signals: its rule is met, and was not met at the previous candle. There
 * must be no gap between the two.
 */
function sideSignals(side: RuleSide | null, bars: readonly PlainBar[], stepS: number): readonly Truth[] {
  if (side === null) return bars.map(() => false);
  const each = side.conditions.map((condition) => conditionMet(condition, bars, stepS));
  const met = bars.map((_, index) => {
    const truths = each.map((truth) => at(truth, index));
    return side.join === 'all' ? everyTruth(truths) : someTruth(truths);
  });
  return met.map((isMet, index) => {
    if (index === 0 || isAfterGap(bars, stepS, index)) return false;
    return everyTruth([isMet, negateTruth(at(met, index - 1))]);
  });
}

/** Returns the direction of the rules at each candle, before any gate; null if it depends on the rounding of a mean. */
export function ruleDirections(
  rules: OwnRules,
  bars: readonly PlainBar[],
  stepS: number,
): readonly (Direction | null)[] {
  const [calls, puts] = [sideSignals(rules.call, bars, stepS), sideSignals(rules.put, bars, stepS)];
  return bars.map((_, index) => {
    const [call, put] = [at(calls, index), at(puts, index)];
    if (call === null || put === null) return null;
    if (call === put) return 0;
    return call ? 1 : -1;
  });
}

const ISO_DAYS: Readonly<Record<string, number>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };

/** Returns a function that converts a time to the weekday and the time of day "HH:MM" in a time zone. */
function localTime(zone: string): (timeS: number) => { readonly day: number; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (timeS) => {
    const parts = new Map(format.formatToParts(timeS * 1_000).map(({ type, value }) => [type, value]));
    return { day: ISO_DAYS[parts.get('weekday') ?? ''] ?? 0, time: `${parts.get('hour')}:${parts.get('minute')}` };
  };
}

function isWithin({ from, to }: NonNullable<PlainGates['hours']>, time: string): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}

/**
 * Applies the gates of docs/spec/strategies.md §7 that need no payout. Returns, for each candle, the gate that refuses
 * its direction, or null.
 */
export function refusals(
  directions: readonly Direction[],
  gates: PlainGates | undefined,
  bars: readonly PlainBar[],
  stepS: number,
): readonly (Gate | null)[] {
  if (!gates) return directions.map(() => null);
  const localOf = localTime(gates.time_zone);
  let lastSignal = -Infinity;
  return directions.map((direction, index) => {
    if (direction === 0) return null;
    const { day, time } = localOf(at(bars, index).time + stepS);
    if (gates.hours && !isWithin(gates.hours, time)) return 'hours';
    if (!gates.days.includes(day)) return 'days';
    if (index - lastSignal - 1 < gates.cooldown_candles) return 'cooldown';
    lastSignal = index;
    return null;
  });
}
