import type { FeedAsset } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import type { RiskApproved } from '@vigia/core/risk';
import { wireStatusOf } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { MoneyAccount } from '../../accounts/index.ts';
import { durationUnavailable, type MarketData, unknownAsset } from '../../market-data/index.ts';
import type { TradingDeps } from '../deps.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { insertEvents, insertTrade } from '../trade.repository.ts';
import { openTrade } from '../trade-life.ts';
import { lengthColumns, NOT_ENDED, type TradeRow } from '../trade-row.ts';
import type { Draft, Offer, OrderRequest, PricedOrder, Quote, Terms, Venue } from '../venue-port.ts';

type Deps = Pick<TradingDeps, 'accounts' | 'clock' | 'ids' | 'markets'>;

/**
 * Creates the venue of the paper account. It accepts an approved order immediately, at the last price of the order's
 * source, and sends no request anywhere.
 */
export const createPaperVenue = (deps: Deps): Venue => ({
  currencyOf: () => ok(PAPER_CURRENCY),
  ask: async (order) => ok(paperOffer(deps, order)),
  knownOffer: (order) => ok(paperOffer(deps, order)),
  fence: async () => undefined,
  submit: async () => undefined,
  submitAndWait: async (option) => ok(option),
});

const paperOffer = (deps: Deps, order: OrderRequest): Offer => ({
  lockAccount: (tx) => deps.accounts.lockMockAccount(tx, order.actor.userId),
  quote: async (tx): Promise<Quote> => {
    const source = order.source ?? (await deps.markets.sourceOf(order.actor.userId, tx));
    return { terms: () => termsOf(deps, source, order), refusal: null };
  },
  draft: (tx, account, approved) => draft(deps, tx, account, approved),
});

/** Reads price, payout and time of acceptance together, so that all three belong to the same moment. */
function termsOf(
  { clock, markets }: Deps,
  source: PriceSource,
  { request: { asset_symbol: symbol }, length }: OrderRequest,
): Result<Terms, PlacementRefusal> {
  const market = markets.at(source);
  const acceptedAtMs = clock.now();
  const asset = market.asset(symbol);
  if (asset === undefined) return err(unknownAsset(market, symbol));
  const payoutBp = market.payoutBp(symbol, length, acceptedAtMs);
  if (payoutBp === null) return err(durationUnavailable(symbol, length));
  return ok({
    symbol,
    source: market.source,
    entry: market.latest(symbol),
    payoutBp,
    acceptedAtMs,
    stakes: { minStakeMinor: asset.minTradeAmountMinor, maxStakeMinor: asset.maxTradeAmountMinor },
    market: tradable(market, asset),
    condition: market.condition(symbol),
  });
}

/**
 * Returns the market state for the risk guard. If the price cannot be traded, the state is `stale`; the refusal later
 * states the real reason.
 */
function tradable(market: MarketData, { symbol }: FeedAsset): Terms['market'] {
  const { state } = market.condition(symbol);
  const isKnown = market.latest(symbol) !== null;
  return isKnown && (state === 'live' || state === 'closed') ? state : 'stale';
}

function draft(deps: Deps, tx: Transaction, account: MoneyAccount, { order }: RiskApproved<PricedOrder>): Draft {
  const { trade, events } = openTrade(order);
  const row = toRow(deps.ids.next(), account, order, trade);
  const write = () =>
    Promise.all([
      insertTrade(tx, row, events.length + 1, order.order.automation),
      insertEvents(tx, row.id, trade.terms, events, order.terms.acceptedAtMs),
    ]);
  return { row, write };
}

function toRow(
  id: string,
  { accountId, currency }: MoneyAccount,
  { order, origin, terms: { payoutBp, source, entry } }: PricedOrder,
  { state, terms, position }: ReturnType<typeof openTrade>['trade'],
): TradeRow {
  return {
    id,
    user_id: order.actor.userId,
    account_id: accountId,
    broker: 'mock',
    account: 'mock',
    currency,
    mode: 'mock',
    origin,
    symbol: terms.symbol,
    source,
    direction: terms.direction,
    stake_minor: terms.stakeMinor,
    payout_bp: payoutBp,
    ...lengthColumns(terms.length),
    ticks_passed: null,
    entry_price: position.entryPrice,
    entry_tick_ms: entry?.timeMs ?? null,
    entry_time: new Date(position.entryTimeMs),
    expiry_time: new Date(position.expiryTimeMs),
    ...wireStatusOf(state),
    ...NOT_ENDED,
  };
}
