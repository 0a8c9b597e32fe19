import { type MinorUnits, minorUnits, ratio } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { breakEvenRate } from '@vigia/core/statistics';
import { profitOfWin } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import { formatTypedMoney } from '#shared/lib/format.ts';
import { tradingMessages } from '../messages.es.ts';

const faults = tradingMessages.amountFaults;

/** Smallest and largest stake of an asset, as decimal amounts of the API. */
export type StakeLimits = { readonly minimum: number; readonly maximum: number };

export type AmountEntry =
  | { readonly kind: 'amount'; readonly amountMinor: MinorUnits }
  | { readonly kind: 'fault'; readonly message: string };

const fault = (message: string): AmountEntry => ({ kind: 'fault', message });

/** Parses the typed text of a stake. Comma and point both mark decimals; a third decimal is refused, never rounded. */
export function readAmount(text: string, limits: StakeLimits | null): AmountEntry {
  const match = /^\$?\s*(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim());
  if (!match) return fault(faults.notANumber);
  const [, units = '0', decimals = ''] = match;
  if (decimals.length > 2) return fault(faults.tooManyDecimals);
  const amountMinor = minorUnits(Number(units) * 100 + Number(decimals.padEnd(2, '0')));
  const amount = formatMinor(amountMinor, PAPER_CURRENCY);
  if (limits && amount < limits.minimum) return fault(faults.belowMinimum(limits.minimum));
  if (limits && amount > limits.maximum) return fault(faults.aboveMaximum(limits.maximum));
  return { kind: 'amount', amountMinor };
}

/** Whole minutes that the server accepts; null for anything else. */
export function readDuration(text: string): number | null {
  const minutes = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return minutes >= LIMITS.durationMinMinutes && minutes <= LIMITS.durationMaxMinutes ? minutes : null;
}

/** Text of a stake in the field: whole units without decimals, else two decimals. */
export const amountText = (amountMinor: number): string => formatTypedMoney(amountMinor / 100);

/** Steps of the − and + buttons grow with the stake: 1 below 20, then 5, then 10 from 100 on. */
export function stepAmount(amountMinor: number, direction: 1 | -1, limits: StakeLimits | null): number {
  const stepMinor = amountMinor + direction < 2_000 ? 100 : amountMinor + direction < 10_000 ? 500 : 1_000;
  const onGrid =
    direction > 0
      ? (Math.floor(amountMinor / stepMinor) + 1) * stepMinor
      : (Math.ceil(amountMinor / stepMinor) - 1) * stepMinor;
  const minimumMinor = Math.round((limits?.minimum ?? 1) * 100);
  const maximumMinor = Math.round((limits?.maximum ?? Number.MAX_SAFE_INTEGER / 100) * 100);
  return Math.min(maximumMinor, Math.max(minimumMinor, onGrid));
}

/** Result of a stake: decimal amounts, `breakEven` a fraction; null for an asset without a payout. */
export type Odds = {
  readonly stake: number;
  readonly profit: number;
  readonly receive: number;
  readonly breakEven: number;
};

export function ticketOdds(amountMinor: MinorUnits, payoutRatio: number): Odds | null {
  if (!(payoutRatio > 0)) return null;
  const profitMinor = profitOfWin(amountMinor, ratio(payoutRatio));
  return {
    stake: formatMinor(amountMinor, PAPER_CURRENCY),
    profit: formatMinor(profitMinor, PAPER_CURRENCY),
    receive: formatMinor(minorUnits(amountMinor + profitMinor), PAPER_CURRENCY),
    breakEven: breakEvenRate(payoutRatio),
  };
}
