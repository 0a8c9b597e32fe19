import { amountText, type BookAccount, type BookContract, type MarketAsset } from '@vigia/broker-kit/simulator';
import type { Currency } from '@vigia/core/money';

const SECONDS = [5, 10, 15, 30, 60, 300];

const percent = (ratio: number): number => Math.round(ratio * 10_000) / 100;

export const accountOnWire = ({ accountId, kind, currency, balanceMinor }: Readonly<BookAccount>) => ({
  account: accountId,
  kind,
  currency,
  balance: amountText(balanceMinor, currency),
});

export const assetOnWire = (
  { spec, symbol, isOpen, payoutRatio, minStakeMinor, maxStakeMinor }: Readonly<MarketAsset>,
  currency: Currency,
) => ({
  symbol,
  name: spec.name,
  type: spec.type,
  decimals: spec.decimals,
  open: isOpen,
  seconds: SECONDS,
  payout_percent: percent(payoutRatio),
  min_stake: amountText(minStakeMinor, currency),
  max_stake: amountText(maxStakeMinor, currency),
});

/** Names of the fields with the terms of a listed contract. */
export const TERMS = ['symbol', 'side', 'stake'];

export const contractOnWire = (contract: Readonly<BookContract>, currency: Currency) => ({
  contract: contract.contractId,
  account: contract.accountId,
  symbol: contract.symbol,
  side: contract.direction === 'CALL' ? 'up' : 'down',
  stake: amountText(contract.stakeMinor, currency),
  payout_percent: percent(contract.payoutRatio),
  entry_price: contract.entryPrice,
  entry_tick_ms: contract.entryTickMs,
  opened_ms: contract.openedAtMs,
  expiry_ms: contract.expiryMs,
  end: contract.result && {
    outcome: contract.result.outcome,
    profit: amountText(contract.result.profitMinor, currency),
    price: contract.result.settlePrice,
    tick_ms: contract.result.settleTickMs,
    settled_ms: contract.result.settledAtMs,
  },
});
