import type { BookAccount, BookContract, MarketAsset } from '@vigia/broker-kit/simulator';

const SECONDS = [5, 10, 15, 30, 60, 300];

const decimal = (amountMinor: number): string => (amountMinor / 100).toFixed(2);
const percent = (ratio: number): number => Math.round(ratio * 10_000) / 100;

export const accountOnWire = ({ accountId, kind, currency, balanceMinor }: Readonly<BookAccount>) => ({
  account: accountId,
  kind,
  currency,
  balance: decimal(balanceMinor),
});

export const assetOnWire = ({
  spec,
  symbol,
  isOpen,
  payoutRatio,
  minStakeMinor,
  maxStakeMinor,
}: Readonly<MarketAsset>) => ({
  symbol,
  name: spec.name,
  type: spec.type,
  decimals: spec.decimals,
  open: isOpen,
  seconds: SECONDS,
  payout_percent: percent(payoutRatio),
  min_stake: decimal(minStakeMinor),
  max_stake: decimal(maxStakeMinor),
});

export const contractOnWire = (contract: Readonly<BookContract>) => ({
  contract: contract.contractId,
  account: contract.accountId,
  symbol: contract.symbol,
  side: contract.direction === 'CALL' ? 'up' : 'down',
  stake: decimal(contract.stakeMinor),
  payout_percent: percent(contract.payoutRatio),
  entry_price: contract.entryPrice,
  opened_ms: contract.openedAtMs,
  expiry_ms: contract.expiryMs,
  end: contract.result && {
    outcome: contract.result.outcome,
    profit: decimal(contract.result.profitMinor),
    price: contract.result.settlePrice,
    settled_ms: contract.result.settledAtMs,
  },
});
