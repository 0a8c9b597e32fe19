import { err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, parseAmountMinor } from '@vigia/core/money';
import type { BacktestRefusal } from './refusal.ts';

const BASIS_POINTS = 10_000;

type Asked = {
  /** Payout as a fraction; undefined selects the payouts of the asset. */
  readonly payout?: number | undefined;
  readonly stake: number;
  readonly currency: Currency;
};
type Money = { readonly payout: number | null; readonly stakeMinor: number; readonly currency: Currency };

/** Reads payout and stake of a request. The payout is rounded to whole basis points. */
export function readMoney({ payout, stake, currency }: Asked): Result<Money, BacktestRefusal> {
  const stakeMinor = parseAmountMinor(stake, currency);
  if (!stakeMinor.ok) return err({ code: 'amount_invalid' });
  const ratio = payout === undefined ? null : Math.round(payout * BASIS_POINTS) / BASIS_POINTS;
  return ok({ payout: ratio, stakeMinor: stakeMinor.value, currency });
}
