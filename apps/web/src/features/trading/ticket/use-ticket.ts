import { useQuery } from '@tanstack/react-query';
import type { AccountView, Asset } from '@vigia/contract';
import type { MinorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { lengthField, type TradeLength } from '@vigia/core/trades';
import { type Direction, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { useCallback, useLayoutEffect } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { isOffered } from '#shared/length/offered-lengths.ts';
import { recallForAccount } from '#shared/lib/account-memory.ts';
import { type KnownPayout, useAsset, usePayout } from '#shared/lib/assets.ts';
import { useChosenAccount, useCurrency } from '#shared/lib/chosen-account.ts';
import { type OrderBlock, openTradesBlock } from '../orders/order-block.ts';
import { useOrderBlock } from '../orders/use-order-block.ts';
import { type OrderSender, usePlaceOrder } from '../orders/use-place-order.ts';
import { statsQuery } from '../queries.ts';
import { lastStake, purseText } from './last-stake.ts';
import { startingStake } from './starting-stake.ts';
import {
  type AmountEntry,
  amountText,
  readAmount,
  type StakeLimits,
  type StakeOutcome,
  stakeOutcome,
} from './ticket-maths.ts';
import { useTicketStore } from './ticket-store.ts';

export type Ticket = {
  readonly symbol: string;
  /** Currency of the account that receives the order. */
  readonly currency: Currency;
  readonly asset: Asset | undefined;
  readonly limits: StakeLimits | null;
  readonly entry: AmountEntry;
  readonly length: TradeLength;
  /** Whether the typed duration is invalid, or the asset does not offer the duration. */
  readonly durationFault: boolean;
  readonly payout: KnownPayout;
  /** Possible win and loss of the stake. Null while amount or payout is unknown. */
  readonly odds: StakeOutcome | null;
  readonly block: OrderBlock | null;
  /**
   * Places an order. `agreed` is the payout that was on the screen at pointer-down; the default is the current payout.
   */
  readonly order: (direction: Direction, agreed?: number | null) => void;
};

/**
 * Returns the order that the user prepares for a symbol, with all values that the order form shows.
 * @param fixed the duration of the order, instead of the one that the user chose; and who learns its outcome
 */
export function useTicket(
  symbol: string,
  fixed?: { readonly length: TradeLength; readonly sender: OrderSender },
): Ticket {
  const asset = useAsset(symbol);
  const amount = useTicketStore((ticket) => ticket.amount);
  const chosen = useTicketStore((ticket) => ticket.length);
  const isMistyped = useTicketStore((ticket) => ticket.durationFault) && fixed === undefined;
  const length = fixed?.length ?? chosen;
  const sender = fixed?.sender;
  const durationFault = isMistyped || !isOffered(asset, length);
  const payout = usePayout(symbol, length);
  const { ratio } = payout;
  const { data: stats } = useQuery(statsQuery);
  const block = useOrderBlock(symbol) ?? openTradesBlock(stats);
  const place = usePlaceOrder();
  const currency = useCurrency();
  // After the user has chosen another account, the asset list contains limits in the previous currency until the new
  // assets arrive.
  const limits =
    asset?.stake_currency === currency ? { minimum: asset.min_trade_amount, maximum: asset.max_trade_amount } : null;
  useSuggestedAmount(limits);

  const entry = readAmount(amount, limits, currency);
  const isReady = block === null && !durationFault && ratio !== null && entry.kind === 'amount';
  const amountMinor = entry.kind === 'amount' ? entry.amountMinor : null;
  const order = useCallback(
    (direction: Direction, agreed?: number | null) => {
      if (!isReady || amountMinor === null || ratio === null) return;
      const wanted = {
        asset_symbol: symbol,
        option_type: direction,
        amount: formatMinor(amountMinor, currency),
        ...lengthField(length),
        shown_payout: agreed ?? ratio,
      };
      place(wanted, sender);
    },
    [isReady, amountMinor, ratio, symbol, currency, length, place, sender],
  );
  return {
    symbol,
    currency,
    asset,
    limits,
    entry,
    length,
    durationFault,
    payout,
    odds: oddsIfKnown(amountMinor, ratio, currency),
    block,
    order,
  };
}

const oddsIfKnown = (amountMinor: MinorUnits | null, ratio: number | null, currency: Currency): StakeOutcome | null =>
  amountMinor === null || ratio === null ? null : stakeOutcome(amountMinor, ratio, currency);

/**
 * Sets the first amount for the chosen account before the order form renders, so that no click sends the amount for the
 * previous account.
 */
function useSuggestedAmount(limits: StakeLimits | null): void {
  const { profile } = useAuth();
  const { data: account } = useChosenAccount();
  const suggestAmount = useTicketStore((ticket) => ticket.suggestAmount);
  const usual = profile?.default_trade_amount;
  const accountId = account?.id;
  const amount = account && usual !== undefined ? firstAmount(account, usual, limits) : null;
  useLayoutEffect(() => {
    if (accountId !== undefined && amount !== null) suggestAmount(accountId, amount, String(usual));
  }, [accountId, amount, usual, suggestAmount]);
}

/**
 * Returns the text of the first amount: the one that the user last chose on this account on this device, until they
 * change the default of the profile; else that of docs/decisions/0032.
 */
function firstAmount(account: AccountView, usual: number, limits: StakeLimits | null): string {
  const { id, currency, balance } = account;
  const chosen = readAmount(recallForAccount(id, 'amount', String(usual)) ?? '', null, currency);
  const ofPurse = currency === PAPER_CURRENCY ? null : lastStake(purseText(account));
  const last = chosen.kind === 'amount' ? formatMinor(chosen.amountMinor, currency) : ofPurse;
  return amountText(startingStake({ currency, usual, last, limits, balance }), currency);
}
