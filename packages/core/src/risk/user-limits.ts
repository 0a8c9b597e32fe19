import { type EpochMs, epochMs, type MinorUnits } from '#kernel/index.ts';
import type { RiskLimits } from './order.ts';

/** Delay before a looser limit takes effect. It prevents a user from loosening a limit during a losing streak. */
export const LOOSENING_WAITS_MS = 24 * 60 * 60 * 1_000;

/** A limit: the value in force, and the `waiting` value with the time at which it takes effect; null if none waits. */
export type Limit<Value> = {
  readonly value: Value;
  readonly waiting: { readonly value: Value; readonly fromMs: EpochMs } | null;
};

/** Limits that a user may set. A limit is null if it is not set. Amounts are positive. */
export type LimitValues = {
  readonly maxConcurrentTrades: number;
  readonly maxStakeMinor: MinorUnits | null;
  readonly dailyLossLimitMinor: MinorUnits | null;
  readonly weeklyLossLimitMinor: MinorUnits | null;
  readonly dailyTradeLimit: number | null;
  readonly coolDownLosses: number | null;
  readonly coolDownMinutes: number;
  /** IANA name of the time zone of the days and weeks that the limits count. */
  readonly timeZone: string;
};

export const LIMIT_NAMES = [
  'maxConcurrentTrades',
  'maxStakeMinor',
  'dailyLossLimitMinor',
  'weeklyLossLimitMinor',
  'dailyTradeLimit',
  'coolDownLosses',
  'coolDownMinutes',
  'timeZone',
] as const satisfies readonly (keyof LimitValues)[];
export type LimitName = keyof LimitValues;

/** Default duration of the pause after losses in a row. */
export const DEFAULT_COOL_DOWN_MINUTES = 30;

export type UserLimits = { readonly [Name in LimitName]: Limit<LimitValues[Name]> };

const isHigher = (from: number | null, to: number | null): boolean => from !== null && (to === null || to > from);

/**
 * For each limit, whether a change from one value to another makes it looser. A looser limit allows orders that were
 * refused before.
 */
const IS_LOOSER: { readonly [Name in LimitName]: (from: LimitValues[Name], to: LimitValues[Name]) => boolean } = {
  maxConcurrentTrades: isHigher,
  maxStakeMinor: isHigher,
  dailyLossLimitMinor: isHigher,
  weeklyLossLimitMinor: isHigher,
  dailyTradeLimit: isHigher,
  coolDownLosses: isHigher,
  coolDownMinutes: (from, to) => to < from,
  // A change of time zone always counts as looser, because it may begin a new day at once.
  timeZone: (from, to) => to !== from,
};

/** A function that maps one limit by its name. */
type Step = <Name extends LimitName>(name: Name, limit: Limit<LimitValues[Name]>) => Limit<LimitValues[Name]>;

const each = (limits: UserLimits, step: Step): UserLimits => ({
  maxConcurrentTrades: step('maxConcurrentTrades', limits.maxConcurrentTrades),
  maxStakeMinor: step('maxStakeMinor', limits.maxStakeMinor),
  dailyLossLimitMinor: step('dailyLossLimitMinor', limits.dailyLossLimitMinor),
  weeklyLossLimitMinor: step('weeklyLossLimitMinor', limits.weeklyLossLimitMinor),
  dailyTradeLimit: step('dailyTradeLimit', limits.dailyTradeLimit),
  coolDownLosses: step('coolDownLosses', limits.coolDownLosses),
  coolDownMinutes: step('coolDownMinutes', limits.coolDownMinutes),
  timeZone: step('timeZone', limits.timeZone),
});

/** Returns the limits at `nowMs`. Waiting values whose time has come are in force. */
export const limitsAt = (limits: UserLimits, nowMs: EpochMs): UserLimits =>
  each(limits, (_name, limit) => {
    const { waiting } = limit;
    return waiting !== null && waiting.fromMs <= nowMs ? { value: waiting.value, waiting: null } : limit;
  });

/**
 * Returns the limits after a user requested a change. An equal or stricter value takes effect at once and replaces a
 * waiting one. A looser value waits 24 h. Exception: if it is no looser than a value that already waits, it takes
 * effect at the time of that value.
 */
export const changeLimits = (limits: UserLimits, change: Partial<LimitValues>, nowMs: EpochMs): UserLimits =>
  each(limitsAt(limits, nowMs), (name, limit) => {
    const wish = change[name];
    return wish === undefined ? limit : changed(limit, wish, IS_LOOSER[name], nowMs);
  });

function changed<Value>(
  { value, waiting }: Limit<Value>,
  wish: Value,
  isLooser: (from: Value, to: Value) => boolean,
  nowMs: EpochMs,
): Limit<Value> {
  if (!isLooser(value, wish)) return { value: wish, waiting: null };
  const goesOn = waiting !== null && !isLooser(waiting.value, wish);
  return { value, waiting: { value: wish, fromMs: goesOn ? waiting.fromMs : epochMs(nowMs + LOOSENING_WAITS_MS) } };
}

/** Returns the value that the user requested last, whether it is in force or waiting. */
export const requestedValueOf = <Value>({ value, waiting }: Limit<Value>): Value =>
  waiting === null ? value : waiting.value;

/** Returns the limits in force in the form that the guard reads. */
export const guardLimits = (limits: UserLimits, killSwitch: boolean): RiskLimits => ({
  maxConcurrentTrades: limits.maxConcurrentTrades.value,
  maxStakeMinor: limits.maxStakeMinor.value,
  dailyLossLimitMinor: limits.dailyLossLimitMinor.value,
  weeklyLossLimitMinor: limits.weeklyLossLimitMinor.value,
  dailyTradeLimit: limits.dailyTradeLimit.value,
  coolDown:
    limits.coolDownLosses.value === null
      ? null
      : { afterLosses: limits.coolDownLosses.value, minutes: limits.coolDownMinutes.value },
  killSwitch,
});
