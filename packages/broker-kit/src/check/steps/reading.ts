import type { BrokerAccount, BrokerAsset, BrokerTime } from '#port/index.ts';
import { demoAccountOf } from '../demo-order.ts';
import { type CheckFinding, type CheckResult, finding, stepResult } from '../types.ts';

/** Largest normal offset of the broker's clock, in milliseconds. NTP sets the clocks of both sides. */
const CLOCK_OFF_MS = 3_000;
/** Largest payout that a broker has ever advertised for a plain option, as a fraction of the stake. */
const PAYOUT_MAX = 3;

/** Checks the accounts of the login. */
export function checkAccounts(accounts: readonly BrokerAccount[]): CheckResult {
  const ids = new Set(accounts.map(({ accountId }) => accountId));
  const findings = [
    ...(accounts.length === 0 ? [finding('no_accounts')] : []),
    ...(accounts.length > 0 && demoAccountOf(accounts) === null ? [finding('no_demo_account')] : []),
    ...(ids.size < accounts.length ? [finding('account_twice')] : []),
  ];
  const listed = accounts.map(({ kind, currency }) => `${kind} ${currency}`).join(', ');
  return stepResult('accounts', findings, { count: accounts.length, accounts: listed });
}

/** Checks the offered assets. A payout may be missing only if the broker states none for any asset. */
export function checkAssets(assets: readonly BrokerAsset[]): CheckResult {
  const open = assets.filter(({ isOpen }) => isOpen);
  // If a broker prices the option contracts of some assets separately, its list still has other assets with a payout.
  const isEmpty = assets.every(({ isPricedEach }) => isPricedEach === true);
  const symbols = new Set(assets.map(({ symbol }) => symbol));
  const findings = [
    ...(isEmpty ? [finding('no_assets')] : []),
    ...(!isEmpty && open.length === 0 ? [finding('no_open_asset', { count: assets.length })] : []),
    ...(symbols.size < assets.length ? [finding('asset_twice', { count: assets.length - symbols.size })] : []),
    ...payoutFindings(assets, open),
  ];
  return stepResult('assets', findings, { count: assets.length, open: open.length });
}

function payoutFindings(assets: readonly BrokerAsset[], open: readonly BrokerAsset[]): readonly CheckFinding[] {
  const without = open.filter(({ payoutRatio, isPricedEach }) => payoutRatio === null && isPricedEach !== true);
  const odd = open.find(({ payoutRatio }) => payoutRatio !== null && (payoutRatio <= 0 || payoutRatio > PAYOUT_MAX));
  const areListed = assets.some(({ payoutRatio }) => payoutRatio !== null);
  return [
    ...(areListed && without[0]
      ? [finding('payout_missing', { symbol: without[0].symbol, count: without.length })]
      : []),
    ...(odd
      ? [finding('payout_out_of_range', { symbol: odd.symbol, percent: Math.round((odd.payoutRatio ?? 0) * 100) })]
      : []),
  ];
}

/** Checks the measured offset of the broker's clock. */
export function checkClock({ offsetMs, roundTripMs }: BrokerTime): CheckResult {
  if (offsetMs === null) return stepResult('clock', [finding('clock_unknown')]);
  const seconds = Math.round(offsetMs / 100) / 10;
  const findings = Math.abs(offsetMs) > CLOCK_OFF_MS ? [finding('clock_offset', { seconds })] : [];
  return stepResult('clock', findings, { seconds, ms: roundTripMs === null ? '–' : Math.round(roundTripMs) });
}
