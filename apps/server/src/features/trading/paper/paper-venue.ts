import type { FeedAsset } from '@vigia/broker-kit/port';
import { err, invariant, ok, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import type { RiskApproved } from '@vigia/core/risk';
import { wireStatusOf } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { MoneyAccount } from '../../accounts/index.ts';
import { durationUnavailable, type MarketData, unknownAsset } from '../../market-data/index.ts';
import type { TradingDeps } from '../deps.ts';
import { lowestAcceptedPayoutBp } from '../payout-fall.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { insertEvents, insertTrade } from '../trade.repository.ts';
import { type SentPaperOrder, sendPaperOrder } from '../trade-life.ts';
import { lengthColumns, OPEN_TRADE_COLUMNS, type TradeRow } from '../trade-row.ts';
import type {
  OfferFacts,
  OrderRequest,
  PricedOrder,
  TradeDraft,
  Venue,
  VenueOffer,
  VenueTerms,
} from '../venue-port.ts';
import { isDrawnForRefusal, type PaperExecution, paperExecution } from './execution.ts';
import type { PaperFills } from './paper-fills.ts';

type Deps = Pick<TradingDeps, 'accounts' | 'brokers' | 'clock' | 'ids' | 'markets'>;

/**
 * Creates the venue of the paper account. It accepts an approved order immediately and fills it at the first tick after
 * the acceptance and the measured delay. It sends no request anywhere.
 */
export const createPaperVenue = (deps: Deps, fills: Pick<PaperFills, 'fillNow'>): Venue => ({
  currencyOf: () => ok(PAPER_CURRENCY),
  ask: async (order) => ok(paperOffer(deps, order)),
  knownOffer: (order) => ok(paperOffer(deps, order)),
  fence: async () => undefined,
  submit: async (option) => void (await fills.fillNow(option).catch(() => undefined)),
  submitAndWait: async (option) => ok(await fills.fillNow(option).catch(() => option)),
});

function paperOffer(deps: Deps, order: OrderRequest): VenueOffer {
  const known: { execution: PaperExecution | null } = { execution: null };
  return {
    lockAccount: (tx) => deps.accounts.lockMockAccount(tx, order.actor.userId),
    quote: async (tx): Promise<OfferFacts> => {
      const { userId } = order.actor;
      const source = order.source ?? (await deps.markets.sourceOf(userId, tx));
      known.execution = await paperExecution(tx, deps.brokers.catalog(), { userId, source, nowMs: deps.clock.now() });
      return { terms: () => termsOf(deps, source, order), refusal: null };
    },
    draft: (tx, account, approved) => {
      invariant(known.execution !== null, 'a drafted order was quoted');
      return draft(deps, tx, account, approved, known.execution);
    },
  };
}

/** Reads price, payout and time of acceptance together, so that all three belong to the same moment. */
function termsOf(
  { clock, markets }: Deps,
  source: PriceSource,
  { request: { asset_symbol: symbol }, length }: OrderRequest,
): Result<VenueTerms, PlacementRefusal> {
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
function tradable(market: MarketData, { symbol }: FeedAsset): VenueTerms['market'] {
  const { state } = market.condition(symbol);
  const isKnown = market.latest(symbol) !== null;
  return isKnown && (state === 'live' || state === 'closed') ? state : 'stale';
}

function draft(
  deps: Deps,
  tx: Transaction,
  account: MoneyAccount,
  { order }: RiskApproved<PricedOrder>,
  { delayMs, refusedRatio }: PaperExecution,
): TradeDraft {
  const sent = sendPaperOrder(order, delayMs);
  const row = toRow(deps.ids.next(), account, order, sent);
  const isFillRefused = isDrawnForRefusal(row.id, refusedRatio);
  const paper = { isFillRefused, leastPayoutBp: lowestAcceptedPayoutBp(order.order.request) };
  const write = () =>
    Promise.all([
      insertTrade(tx, row, { lastSeq: sent.events.length + 1, paper }, order.order.automation),
      insertEvents(tx, row.id, sent.trade.terms, sent.events, order.terms.acceptedAtMs),
    ]);
  return { row, write };
}

function toRow(
  id: string,
  { accountId, currency }: MoneyAccount,
  { order, origin, terms: { payoutBp, source } }: PricedOrder,
  { trade: { state, terms }, entryTimeMs, expiryTimeMs }: SentPaperOrder,
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
    entry_price: null,
    entry_tick_ms: null,
    entry_time: new Date(entryTimeMs),
    expiry_time: new Date(expiryTimeMs),
    ...wireStatusOf(state),
    ...OPEN_TRADE_COLUMNS,
  };
}
