import type { RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { exponentOf, formatMinor, parseAmountMinor } from '@vigia/core/money';
import {
  LIMIT_NAMES,
  type Limit,
  type LimitBook,
  type LimitName,
  type LimitValues,
  requestedValueOf,
  type UserLimits,
} from '@vigia/core/risk';

const AMOUNTS = {
  max_stake: 'maxStakeMinor',
  daily_loss_limit: 'dailyLossLimitMinor',
  weekly_loss_limit: 'weeklyLossLimitMinor',
} as const;

type AmountFault = { readonly path: string; readonly message: string };

const FAULTS = {
  too_many_decimals: (decimals: number) =>
    decimals === 0
      ? 'Debe ser un número entero: la moneda no tiene decimales.'
      : `Debe tener ${decimals} decimales como máximo.`,
  not_finite: () => 'Debe ser un número.',
  out_of_range: () => 'Es demasiado grande.',
} as const;

/**
 * Parses the limits in a request body to minor units of the book's currency. The error states which amounts are
 * invalid.
 */
export function toLimitValues(
  body: RiskLimitsChange,
  { currency }: LimitBook,
): Result<Partial<LimitValues>, readonly AmountFault[]> {
  const faults: AmountFault[] = [];
  const amounts: { -readonly [Name in (typeof AMOUNTS)[keyof typeof AMOUNTS]]?: MinorUnits | null } = {};
  for (const path of ['max_stake', 'daily_loss_limit', 'weekly_loss_limit'] as const) {
    const amount = body[path];
    if (amount === undefined) continue;
    const minor = amount === null ? ok(null) : parseAmountMinor(amount, currency);
    if (minor.ok) amounts[AMOUNTS[path]] = minor.value;
    else faults.push({ path, message: FAULTS[minor.error](exponentOf(currency)) });
  }
  if (faults.length > 0) return err(faults);
  const { max_concurrent_trades, daily_trade_limit, cool_down_losses, cool_down_minutes } = body;
  return ok({
    ...amounts,
    ...(max_concurrent_trades !== undefined && { maxConcurrentTrades: max_concurrent_trades }),
    ...(daily_trade_limit !== undefined && { dailyTradeLimit: daily_trade_limit }),
    ...(cool_down_losses !== undefined && { coolDownLosses: cool_down_losses }),
    ...(cool_down_minutes !== undefined && { coolDownMinutes: cool_down_minutes }),
  });
}

const same = <Value>(value: Value): Value => value;

const waitingOf = <Value, Shown>({ waiting }: Limit<Value>, show: (value: Value) => Shown) =>
  waiting && { value: show(waiting.value), from: new Date(waiting.fromMs).toISOString() };

/** Converts the limits of a book to the shape of the API. */
export function toLimitsView(
  limits: UserLimits,
  { currency }: LimitBook,
): Pick<RiskLimitsView, 'limits' | 'waiting' | 'time_zone'> {
  const amountOf = (minor: MinorUnits | null): number | null => (minor === null ? null : formatMinor(minor, currency));
  return {
    limits: {
      max_concurrent_trades: limits.maxConcurrentTrades.value,
      max_stake: amountOf(limits.maxStakeMinor.value),
      daily_loss_limit: amountOf(limits.dailyLossLimitMinor.value),
      weekly_loss_limit: amountOf(limits.weeklyLossLimitMinor.value),
      daily_trade_limit: limits.dailyTradeLimit.value,
      cool_down_losses: limits.coolDownLosses.value,
      cool_down_minutes: limits.coolDownMinutes.value,
    },
    waiting: {
      max_concurrent_trades: waitingOf(limits.maxConcurrentTrades, same),
      max_stake: waitingOf(limits.maxStakeMinor, amountOf),
      daily_loss_limit: waitingOf(limits.dailyLossLimitMinor, amountOf),
      weekly_loss_limit: waitingOf(limits.weeklyLossLimitMinor, amountOf),
      daily_trade_limit: waitingOf(limits.dailyTradeLimit, same),
      cool_down_losses: waitingOf(limits.coolDownLosses, same),
      cool_down_minutes: waitingOf(limits.coolDownMinutes, same),
      time_zone: waitingOf(limits.timeZone, same),
    },
    time_zone: limits.timeZone.value,
  };
}

/** Name of each limit in the API. */
export const WIRE_NAMES: Readonly<Record<LimitName, string>> = {
  maxConcurrentTrades: 'max_concurrent_trades',
  maxStakeMinor: 'max_stake',
  dailyLossLimitMinor: 'daily_loss_limit',
  weeklyLossLimitMinor: 'weekly_loss_limit',
  dailyTradeLimit: 'daily_trade_limit',
  coolDownLosses: 'cool_down_losses',
  coolDownMinutes: 'cool_down_minutes',
  timeZone: 'time_zone',
};

type ChangedLimit = Readonly<Record<string, string | number | null>>;

/**
 * Returns one entry for each limit that a user changed, with amounts in decimals, for the security log. If the limit
 * belongs to one book, the entry names the book.
 */
export function changedLimits(
  before: UserLimits,
  after: UserLimits,
  { scope, currency }: LimitBook,
): readonly ChangedLimit[] {
  const shown = (limits: UserLimits, name: LimitName) => {
    const wanted = requestedValueOf<string | number | null>(limits[name]);
    return name.endsWith('Minor') && typeof wanted === 'number' ? formatMinor(minorUnits(wanted), currency) : wanted;
  };
  return LIMIT_NAMES.flatMap((name) => {
    const [from, to] = [shown(before, name), shown(after, name)];
    const where = name === 'maxConcurrentTrades' || name === 'timeZone' ? {} : { scope, currency };
    return from === to ? [] : [{ limit: WIRE_NAMES[name], from, to, ...where }];
  });
}
