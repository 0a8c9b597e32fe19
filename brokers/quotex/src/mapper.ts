import { knownCurrency, minorOf } from '@vigia/broker-kit/money';
import type { UnreadRow } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerAccountKind,
  BrokerContract,
  BrokerLog,
  ContractResult,
} from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, minorUnits, type Ratio, ratio } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import { percent } from './assets.ts';
import { type Balances, type Deal, type Profile, readTerms } from './wire/messages.ts';

/** Functions that convert the symbol and the account of a deal from the broker's names to Vigía's. */
export type NameConverters = {
  readonly symbolOf: (wireSymbol: string) => string | null;
  readonly accountIdOf: (kind: BrokerAccountKind) => string;
  /** Currency of both accounts of a login; null before it is known. */
  readonly currency: () => Currency | null;
};

/** Returns the demo and the real account; returns none if the currency is unknown. */
export function accountsOf(profile: ProfileWithCurrency, purses: Balances): readonly BrokerAccount[] {
  const { currency } = profile;
  if (currency === null) return [];
  return (['demo', 'real'] as const).flatMap((kind): BrokerAccount[] => {
    const amount = kind === 'demo' ? (purses.demo ?? profile.demoBalance) : (purses.live ?? profile.liveBalance);
    const balanceMinor = minorOf(amount, currency);
    if (balanceMinor === null) return [];
    return [{ accountId: accountIdOf(profile, kind), kind, currency, balanceMinor }];
  });
}

/** A profile with its currency; the currency is null if Vigía does not support it. */
export type ProfileWithCurrency = Profile & { readonly currency: Currency | null };

/** Adds the currency to a profile. An unsupported currency is logged. */
export const profileWithCurrency = (profile: Profile, log: BrokerLog): ProfileWithCurrency => ({
  ...profile,
  currency: knownCurrency(profile.currencyCode, log),
});

/**
 * Returns the account id, such as `42-demo` or `42-live`: the number of the profile, and the word for demo or real in
 * the broker's URLs.
 */
export const accountIdOf = (profile: Profile | null, kind: BrokerAccountKind): string =>
  [...(profile?.id === undefined ? [] : [profile.id]), accountKindWord(kind)].join('-');

/** Returns the broker's word for an account kind. */
export const accountKindWord = (kind: BrokerAccountKind): 'demo' | 'live' => (kind === 'demo' ? 'demo' : 'live');

const kindOf = (deal: Deal): BrokerAccountKind => (deal.isDemo ? 'demo' : 'real');

/**
 * Converts a deal to an option contract. Returns null for an unknown asset, while the currency is unknown, for an
 * amount with more decimals than the currency, and for an ended deal without a readable result.
 * @param hasEnded whether the message reports the end of the deal. If so, `profit` is the result; otherwise it is the
 * possible win
 */
export function contractOf(deal: Deal, hasEnded: boolean, names: NameConverters): BrokerContract | null {
  const symbol = names.symbolOf(deal.asset);
  const currency = names.currency();
  const stakeMinor = currency === null ? null : minorOf(deal.amount, currency);
  if (currency === null || stakeMinor === null) return null;
  const result = hasEnded ? resultOf(deal, stakeMinor, currency) : null;
  if (symbol === null || (hasEnded && result === null)) return null;
  return {
    contractId: deal.id,
    orderId: null,
    accountId: names.accountIdOf(kindOf(deal)),
    symbol,
    direction: directionOf(deal.command),
    stakeMinor,
    payoutRatio: payoutOf(deal),
    entryPrice: priceOf(deal.openPrice),
    entryTickMs: timeOf(deal.openPrice, deal.openTimestamp),
    openedAtMs: epochMs(Math.round(deal.openTimestamp * 1000)),
    expiryMs: epochMs(Math.round(deal.closeTimestamp * 1000)),
    result,
  };
}

/** Returns the terms that can be read from a record that is not a complete option contract. */
export function unreadRow(payload: unknown, kind: BrokerAccountKind, names: NameConverters): UnreadRow {
  const { id, asset, amount, command, openTimestamp } = readTerms(payload);
  const currency = names.currency();
  return {
    contractId: id ?? null,
    accountId: names.accountIdOf(kind),
    symbol: typeof asset === 'string' ? names.symbolOf(asset) : null,
    direction: typeof command === 'string' || typeof command === 'number' ? directionOf(command) : null,
    stakeMinor: typeof amount === 'number' && currency !== null ? minorOf(amount, currency) : null,
    openedAtMs: typeof openTimestamp === 'number' ? openTimestamp * 1000 : null,
  };
}

const directionOf = (command: Deal['command']): Direction => (command === 0 || command === 'call' ? 'CALL' : 'PUT');

function resultOf(deal: Deal, stakeMinor: MinorUnits, currency: Currency): ContractResult | null {
  const profitMinor = netProfitOf(deal, stakeMinor, currency);
  if (profitMinor === null) return null;
  return {
    outcome: outcomeOf(profitMinor, stakeMinor),
    profitMinor,
    settlePrice: priceOf(deal.closePrice),
    settleTickMs: timeOf(deal.closePrice, deal.closeTimestamp),
    settledAtMs: epochMs(Math.round(deal.closeTimestamp * 1000)),
  };
}

function netProfitOf(deal: Deal, stakeMinor: MinorUnits, currency: Currency): MinorUnits | null {
  if (deal.profit !== undefined) return minorOf(deal.profit, currency);
  const amountMinor = deal.profitAmount === undefined ? null : minorOf(deal.profitAmount, currency);
  return amountMinor === null ? null : netOf(amountMinor, stakeMinor, deal);
}

/**
 * Returns the profit net of the stake for a `profitAmount`; null if it is ambiguous. Two meanings are possible: net of
 * the stake, as two community clients read it, or including the stake. A payout is at most the stake, so a larger
 * amount includes the stake. Two values are ambiguous: 0 (a tie or a loss) and exactly the stake (a win of 100 % or a
 * tie). They count as a tie if both prices are equal; otherwise the result stays unread.
 */
function netOf(amountMinor: MinorUnits, stakeMinor: MinorUnits, deal: Deal): MinorUnits | null {
  if (amountMinor > stakeMinor) return minorUnits(amountMinor - stakeMinor);
  if (amountMinor !== 0 && amountMinor !== stakeMinor) return amountMinor;
  const openPrice = priceOf(deal.openPrice);
  return openPrice !== null && openPrice === priceOf(deal.closePrice) ? minorUnits(0) : null;
}

/**
 * Returns the outcome for a profit: above zero is a win, zero is a refund, and minus the stake is a loss (community
 * sources). A partial loss counts as an early sale.
 */
function outcomeOf(profitMinor: number, stakeMinor: number): ContractResult['outcome'] {
  if (profitMinor === 0) return 'tie';
  if (profitMinor > 0) return 'won';
  return profitMinor > -stakeMinor ? 'sold' : 'lost';
}

/**
 * Returns the promised payout or, without one, the payout of the possible or actual win. Returns null if the deal shows
 * neither, as after a loss.
 */
function payoutOf(deal: Deal): Ratio | null {
  const promised = percent(deal.percentProfit);
  if (promised !== null) return promised;
  const won = (deal.profit ?? 0) / deal.amount;
  return won > 0 && Number.isFinite(won) ? ratio(Math.round(won * 10_000) / 10_000) : null;
}

/** Returns the time that a message states for a price; null without a price. */
const timeOf = (price: number | null | undefined, timestampS: number): EpochMs | null =>
  priceOf(price) === null ? null : epochMs(Math.round(timestampS * 1000));

const priceOf = (price: number | null | undefined): number | null =>
  typeof price === 'number' && price > 0 ? price : null;
