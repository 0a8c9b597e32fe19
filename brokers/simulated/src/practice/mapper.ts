import { knownCurrency } from '@vigia/broker-kit/money';
import { type RecordRow, UNREADABLE_ROW } from '@vigia/broker-kit/orders';
import type { BrokerAccount, BrokerAsset, BrokerContract, BrokerLog } from '@vigia/broker-kit/port';
import { epochMs, invariant, type MinorUnits, ratio } from '@vigia/core/kernel';
import { type Currency, exponentOf, formatMinor, parseAmountMinor } from '@vigia/core/money';
import {
  contract as contractShape,
  partialContract,
  type WireAccount,
  type WireAsset,
  type WireContract,
} from './wire/messages.ts';

/** Converts decimal text. The practice broker never sends more decimals than the currency has. */
function minorOf(text: string, currency: Currency): MinorUnits {
  const parsed = parseAmountMinor(Number(text), currency);
  invariant(parsed.ok, 'the practice broker deals in whole minor units');
  return parsed.value;
}

export const decimalOf = (amountMinor: MinorUnits, currency: Currency): string =>
  formatMinor(amountMinor, currency).toFixed(exponentOf(currency));

/** Converts an account; returns null if its currency is unknown. */
export function accountOf(
  { account, kind, currency: code, balance }: WireAccount,
  log: BrokerLog,
): BrokerAccount | null {
  const currency = knownCurrency(code, log);
  return currency && { accountId: account, kind, currency, balanceMinor: minorOf(balance, currency) };
}

/** Returns the currency of an account; null for an account that is not listed. */
export const currencyIn = (accounts: readonly BrokerAccount[], accountId: string): Currency | null =>
  accounts.find((account) => account.accountId === accountId)?.currency ?? null;

/** @param currency currency of the accounts, in which the broker states the limits of a login */
export const assetOf = (asset: WireAsset, currency: Currency): BrokerAsset => ({
  symbol: asset.symbol,
  name: asset.name,
  type: asset.type,
  decimals: asset.decimals,
  isOpen: asset.open,
  durationsS: asset.seconds,
  payoutRatio: ratio(asset.payout_percent / 100),
  stakeLimits: [
    { currency, minStakeMinor: minorOf(asset.min_stake, currency), maxStakeMinor: minorOf(asset.max_stake, currency) },
  ],
});

export const contractOf = (contract: WireContract, currency: Currency): BrokerContract => ({
  contractId: contract.contract,
  orderId: null,
  accountId: contract.account,
  symbol: contract.symbol,
  direction: contract.side === 'up' ? 'CALL' : 'PUT',
  stakeMinor: minorOf(contract.stake, currency),
  payoutRatio: ratio(contract.payout_percent / 100),
  entryPrice: contract.entry_price,
  entryTickMs: epochMs(contract.entry_tick_ms),
  openedAtMs: epochMs(contract.opened_ms),
  expiryMs: epochMs(contract.expiry_ms),
  result: contract.end && {
    outcome: contract.end.outcome,
    profitMinor: minorOf(contract.end.profit, currency),
    settlePrice: contract.end.price,
    settleTickMs: epochMs(contract.end.tick_ms),
    settledAtMs: epochMs(contract.end.settled_ms),
  },
});

/**
 * Converts a row of an account's records. @param currency currency of the account; null if the account is not listed
 */
export function recordOf(row: unknown, accountId: string, currency: Currency | null): RecordRow {
  const read = contractShape.safeParse(row).data;
  if (read && currency !== null) return { kind: 'contract', contract: contractOf(read, currency) };
  const { contract: contractId = null, opened_ms: openedAtMs = null } = partialContract.safeParse(row).data ?? {};
  return { kind: 'unread', row: { ...UNREADABLE_ROW, accountId, contractId, openedAtMs } };
}
