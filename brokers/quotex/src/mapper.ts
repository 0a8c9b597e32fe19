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

/** Converts the symbol and the account of a deal from the broker's names to ours. */
export type Names = {
  readonly symbolOf: (wireSymbol: string) => string | null;
  readonly accountIdOf: (kind: BrokerAccountKind) => string;
  /** Both accounts of a login have one currency; null before it is known. */
  readonly currency: () => Currency | null;
};

/** The demo and the real account; none if we do not know the currency. */
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

/** The profile with its currency; null if we do not support the currency. */
export type ProfileWithCurrency = Profile & { readonly currency: Currency | null };

/** Reads the currency of a profile. A currency that we do not support is logged. */
export const knownProfile = (profile: Profile, log: BrokerLog): ProfileWithCurrency => ({
  ...profile,
  currency: knownCurrency(profile.currencyCode, log),
});

/** `42-demo`, `42-live`: the number of the profile and the word in the broker's URLs for demo or real. */
export const accountIdOf = (profile: Profile | null, kind: BrokerAccountKind): string =>
  [...(profile?.id === undefined ? [] : [profile.id]), purseOf(kind)].join('-');

/** The broker's word for the kind of an account. */
export const purseOf = (kind: BrokerAccountKind): 'demo' | 'live' => (kind === 'demo' ? 'demo' : 'live');

const kindOf = (deal: Deal): BrokerAccountKind => (deal.isDemo ? 'demo' : 'real');

/**
 * The contract of a deal; null for an asset that we do not trade, while the currency is not known, for an amount with
 * more decimals than the currency has, and for an ended deal without a readable result.
 * @param hasEnded whether the message reports the end of the deal; `profit` is then the result, otherwise the possible
 * win
 */
export function contractOf(deal: Deal, hasEnded: boolean, names: Names): BrokerContract | null {
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

/** The terms that can be read from a record that is not a complete contract. */
export function unreadRow(payload: unknown, kind: BrokerAccountKind, names: Names): UnreadRow {
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
 * The profit net of the stake for a `profitAmount`. Two readings exist: net, as two community clients read it, or with
 * the stake. A payout is at most the stake, so a larger amount includes the stake. 0 (a tie or a loss) and exactly the
 * stake (a win of 100 % or a tie) are ambiguous: they are a tie if both prices are equal, else they stay unread.
 */
function netOf(amountMinor: MinorUnits, stakeMinor: MinorUnits, deal: Deal): MinorUnits | null {
  if (amountMinor > stakeMinor) return minorUnits(amountMinor - stakeMinor);
  if (amountMinor !== 0 && amountMinor !== stakeMinor) return amountMinor;
  const openPrice = priceOf(deal.openPrice);
  return openPrice !== null && openPrice === priceOf(deal.closePrice) ? minorUnits(0) : null;
}

/**
 * A positive profit is a win, zero a refund, minus the stake a loss (community sources). We take a partial loss for an
 * early sale.
 */
function outcomeOf(profitMinor: number, stakeMinor: number): ContractResult['outcome'] {
  if (profitMinor === 0) return 'tie';
  if (profitMinor > 0) return 'won';
  return profitMinor > -stakeMinor ? 'sold' : 'lost';
}

/** The promised payout, else that of the possible or actual win; null if the deal shows neither, as after a loss. */
function payoutOf(deal: Deal): Ratio | null {
  const promised = percent(deal.percentProfit);
  if (promised !== null) return promised;
  const won = (deal.profit ?? 0) / deal.amount;
  return won > 0 && Number.isFinite(won) ? ratio(Math.round(won * 10_000) / 10_000) : null;
}

/** The time that a message states beside a price; null without a price. */
const timeOf = (price: number | null | undefined, timestampS: number): EpochMs | null =>
  priceOf(price) === null ? null : epochMs(Math.round(timestampS * 1000));

const priceOf = (price: number | null | undefined): number | null =>
  typeof price === 'number' && price > 0 ? price : null;
