import type { BrokerAccount, BrokerAsset, BrokerContract } from '@vigia/broker-kit/port';
import { epochMs, invariant, type MinorUnits, ratio } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY, parseAmountMinor } from '@vigia/core/money';
import type { WireAccount, WireAsset, WireContract } from './wire/messages.ts';

/** Converts decimal text to cents. The practice broker never sends more than two decimals. */
function minorOf(text: string): MinorUnits {
  const parsed = parseAmountMinor(Number(text), PAPER_CURRENCY);
  invariant(parsed.ok, 'the practice broker deals in whole cents');
  return parsed.value;
}

export const decimalOf = (amountMinor: MinorUnits): string => formatMinor(amountMinor, PAPER_CURRENCY).toFixed(2);

export const accountOf = ({ account, kind, currency, balance }: WireAccount): BrokerAccount => ({
  accountId: account,
  kind,
  currency,
  balanceMinor: minorOf(balance),
});

export const assetOf = (asset: WireAsset): BrokerAsset => ({
  symbol: asset.symbol,
  name: asset.name,
  type: asset.type,
  decimals: asset.decimals,
  isOpen: asset.open,
  durationsS: asset.seconds,
  payoutRatio: ratio(asset.payout_percent / 100),
  minStakeMinor: minorOf(asset.min_stake),
  maxStakeMinor: minorOf(asset.max_stake),
});

export const contractOf = (contract: WireContract): BrokerContract => ({
  contractId: contract.contract,
  orderId: null,
  accountId: contract.account,
  symbol: contract.symbol,
  direction: contract.side === 'up' ? 'CALL' : 'PUT',
  stakeMinor: minorOf(contract.stake),
  payoutRatio: ratio(contract.payout_percent / 100),
  entryPrice: contract.entry_price,
  openedAtMs: epochMs(contract.opened_ms),
  expiryMs: epochMs(contract.expiry_ms),
  result: contract.end && {
    outcome: contract.end.outcome,
    profitMinor: minorOf(contract.end.profit),
    settlePrice: contract.end.price,
    settledAtMs: epochMs(contract.end.settled_ms),
  },
});
