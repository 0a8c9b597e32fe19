import { plainMoneyText } from '@vigia/contract';
import { type MinorUnits, minorUnits, ratio } from '@vigia/core/kernel';
import { type Currency, exponentOf, formatMinor, scaleOf } from '@vigia/core/money';
import { breakEvenRate } from '@vigia/core/statistics';
import { profitOfWin } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import { formatTypedMoney } from '#shared/lib/format.ts';
import { tradingMessages } from '../messages.es.ts';

const faults = tradingMessages.amountFaults;

/** Smallest and largest stake of an asset, as decimal amounts from the API. */
export type StakeLimits = { readonly minimum: number; readonly maximum: number };

export type AmountEntry =
  | { readonly kind: 'amount'; readonly amountMinor: MinorUnits }
  | { readonly kind: 'fault'; readonly message: string };

const fault = (message: string): AmountEntry => ({ kind: 'fault', message });

/**
 * Parses the typed text of a stake. Comma and point are both decimal marks. If the amount has more decimals than the
 * currency, the result is an error; the function never rounds.
 */
export function readAmount(text: string, limits: StakeLimits | null, currency: Currency): AmountEntry {
  const match = /^\$?\s*(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim());
  if (!match) return fault(faults.notANumber);
  const [, units = '0', decimals = ''] = match;
  const exponent = exponentOf(currency);
  if (decimals.length > exponent) return fault(faults.tooManyDecimals(exponent));
  const minor = Number(units + decimals.padEnd(exponent, '0'));
  if (!Number.isSafeInteger(minor)) return fault(faults.notANumber);
  const amountMinor = minorUnits(minor);
  const amount = formatMinor(amountMinor, currency);
  if (limits && amount < limits.minimum) return fault(faults.belowMinimum(plainMoneyText(limits.minimum, currency)));
  if (limits && amount > limits.maximum) return fault(faults.aboveMaximum(plainMoneyText(limits.maximum, currency)));
  return { kind: 'amount', amountMinor };
}

/** Parses a whole number of minutes that the server accepts. Returns null for any other text. */
export function readDuration(text: string): number | null {
  const minutes = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return minutes >= LIMITS.durationMinMinutes && minutes <= LIMITS.durationMaxMinutes ? minutes : null;
}

/** Formats a stake for its field: whole units without decimals, other amounts with all decimals of the currency. */
export const amountText = (amountMinor: MinorUnits, currency: Currency): string =>
  formatTypedMoney(formatMinor(amountMinor, currency), currency);

/** Currencies with more decimals than this number are traded in fractions of a unit. */
export const MAX_DECIMALS_FOR_WHOLE_UNITS = 4;

/**
 * Returns the unit for steps and quick amounts. It is 1, unless the smallest stake is far from 1. Then it is the power
 * of ten of the smallest stake, such as 1000 pesos or 0.0001 bitcoins.
 */
function unitMinor(limits: StakeLimits | null, currency: Currency): number {
  const size = limits && limits.minimum > 0 ? 10 ** Math.floor(Math.log10(limits.minimum)) : 1;
  const unit = exponentOf(currency) > MAX_DECIMALS_FOR_WHOLE_UNITS ? size : Math.max(1, size);
  return Math.max(1, Math.round(unit * scaleOf(currency)));
}

/** Returns the amounts that the user picks with one click. */
export const quickAmounts = (limits: StakeLimits | null, currency: Currency): readonly MinorUnits[] =>
  QUICK_UNITS.map((units) => minorUnits(units * unitMinor(limits, currency)));

const QUICK_UNITS = [5, 10, 25, 50];

/**
 * Returns the amount after a click on − or +. The step grows with the stake: 1 unit below 20, 5 units below 100, then
 * 10 units.
 */
export function stepAmount(
  amountMinor: number,
  direction: 1 | -1,
  limits: StakeLimits | null,
  currency: Currency,
): MinorUnits {
  const unit = unitMinor(limits, currency);
  const next = amountMinor + direction;
  const stepMinor = unit * (next < 20 * unit ? 1 : next < 100 * unit ? 5 : 10);
  const onGrid =
    direction > 0
      ? (Math.floor(amountMinor / stepMinor) + 1) * stepMinor
      : (Math.ceil(amountMinor / stepMinor) - 1) * stepMinor;
  const minimumMinor = limits ? Math.round(limits.minimum * scaleOf(currency)) : unit;
  const maximumMinor = limits ? Math.round(limits.maximum * scaleOf(currency)) : Number.MAX_SAFE_INTEGER;
  return minorUnits(Math.min(maximumMinor, Math.max(minimumMinor, onGrid)));
}

/** Possible win and loss of a stake, as decimal amounts. `breakEven` is a fraction. */
export type StakeOutcome = {
  readonly stake: number;
  readonly profit: number;
  readonly receive: number;
  readonly breakEven: number;
};

/** Returns what a stake wins or loses at this payout, and the break-even rate; null if the asset pays nothing. */
export function stakeOutcome(amountMinor: MinorUnits, payoutRatio: number, currency: Currency): StakeOutcome | null {
  if (!(payoutRatio > 0)) return null;
  const profitMinor = profitOfWin(amountMinor, ratio(payoutRatio));
  return {
    stake: formatMinor(amountMinor, currency),
    profit: formatMinor(profitMinor, currency),
    receive: formatMinor(minorUnits(amountMinor + profitMinor), currency),
    breakEven: breakEvenRate(payoutRatio),
  };
}
