import type { AccountView, Asset, Option } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { formatLength, lengthIn } from '@vigia/core/trades';
import { isOffered } from '#shared/length/offered-lengths.ts';
import { accountKey, accountText } from '#shared/lib/account-name.ts';
import { repeatMessages } from './messages.es.ts';

const words = repeatMessages.faults;

/** Why a trade cannot be repeated now. The server checks everything else when the order arrives. */
export type RepeatFault =
  | { readonly kind: 'noAccount' | 'offline' | 'closed' | 'length' }
  /** The trade belongs to another account. Its amount could be real money, or money of another currency. */
  | { readonly kind: 'account' | 'currency'; readonly account: AccountView };

export type RepeatConditions = {
  readonly account: AccountView | undefined;
  readonly asset: Asset | undefined;
  readonly isOnline: boolean;
};

/** Returns why an order that repeats the trade must not be sent, or null if it can be sent. */
export function repeatFault(trade: Option, { account, asset, isOnline }: RepeatConditions): RepeatFault | null {
  if (account === undefined) return { kind: 'noAccount' };
  if (accountKey(account) !== accountKey({ broker: trade.broker, kind: trade.account }))
    return { kind: 'account', account };
  if (account.currency !== trade.currency) return { kind: 'currency', account };
  if (!isOnline) return { kind: 'offline' };
  if (asset?.market_open === false) return { kind: 'closed' };
  return isOffered(asset, lengthIn(trade)) ? null : { kind: 'length' };
}

/** Returns the Spanish sentence about a fault. */
export function repeatFaultText(fault: RepeatFault, trade: Option): string {
  const { asset_symbol: symbol, broker, account: kind, currency } = trade;
  switch (fault.kind) {
    case 'noAccount':
    case 'offline':
      return words[fault.kind];
    case 'closed':
      return words.closed(symbol);
    case 'length':
      return words.length(symbol, formatLength(lengthIn(trade)));
    case 'account':
      return words.account(accountText({ broker, kind }), accountText(fault.account));
    case 'currency':
      return words.currency(currency, fault.account.currency);
    default:
      return assertNever(fault);
  }
}
