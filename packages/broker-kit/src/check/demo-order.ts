import { epochMs, type IdSource, minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf } from '@vigia/core/money';
import { stakeLimitsIn } from '#money/index.ts';
import type { BrokerAccount, BrokerAsset } from '#port/index.ts';
import type { DemoAccount, DemoOrder } from './types.ts';

/**
 * Stake, in units of the currency, at a broker that publishes no minimum: 1 if the currency has decimals, else 1000.
 */
const USUAL_UNITS = { withDecimals: 1, without: 1_000 };
const USUAL_DURATION_S = 60;
const SEND_WITHIN_MS = 10_000;

const isDemo = (account: BrokerAccount): account is DemoAccount => account.kind === 'demo';

/** The first account with play money; null without one. */
export const demoAccountOf = (accounts: readonly BrokerAccount[]): DemoAccount | null => accounts.find(isDemo) ?? null;

/**
 * Returns the order of a check, on a demo account. It has the smallest stake and the shortest duration that the asset
 * accepts.
 */
export function demoOrder(
  account: DemoAccount,
  asset: BrokerAsset,
  { ids, nowMs, stepS }: { readonly ids: IdSource; readonly nowMs: number; readonly stepS: number },
): DemoOrder {
  const { minStakeMinor } = stakeLimitsIn(asset, account.currency);
  return {
    account,
    order: {
      orderId: ids.next(),
      accountId: account.accountId,
      symbol: asset.symbol,
      direction: 'CALL',
      stakeMinor: minStakeMinor ?? usualStake(account.currency),
      durationS: asset.durationsS.find((durationS) => durationS % stepS === 0) ?? USUAL_DURATION_S,
      minPayoutRatio: null,
      sendDeadlineMs: epochMs(nowMs + SEND_WITHIN_MS),
    },
  };
}

function usualStake(currency: Currency) {
  const decimals = exponentOf(currency);
  return minorUnits((decimals === 0 ? USUAL_UNITS.without : USUAL_UNITS.withDecimals) * 10 ** decimals);
}

/**
 * Returns the order with its send deadline. The deadline is computed when the user confirms the order, because the user
 * may need some time.
 */
export const withSendDeadline = ({ account, order }: DemoOrder, nowMs: number): DemoOrder => ({
  account,
  order: { ...order, sendDeadlineMs: epochMs(nowMs + SEND_WITHIN_MS) },
});
