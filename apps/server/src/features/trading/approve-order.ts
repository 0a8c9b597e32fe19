import type { FeedAsset } from '@vigia/broker-kit/port';
import { type CreateOption, MODE_NAMES_ES } from '@vigia/contract';
import { type EpochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import {
  evaluate,
  type GuardedOrder,
  type RiskApproved,
  type RiskFacts,
  type TradingPeriod,
  tradingPeriodAfterOrder,
} from '@vigia/core/risk';
import type { PriceSource, TradeOrigin, TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Actor } from '../accounts/index.ts';
import { type MarketData, type PricePoint, unknownAsset } from '../market-data/index.ts';
import type { TradingDeps } from './deps.ts';
import { type PlacementRefusal, riskRefusal } from './placement-refusal.ts';
import { readRisk } from './risk/read-risk.ts';

/**
 * Largest fall of the payout, in basis points, between the payout shown to the trader and the one at acceptance. An
 * order with a larger fall is refused.
 */
export const PAYOUT_TOLERANCE_BP = 200;
const BASIS_POINTS = 10_000;

export type OrderRequest = {
  readonly actor: Actor;
  readonly accountId: string;
  readonly request: CreateOption;
  readonly stakeMinor: MinorUnits;
  /** Price source that decides a paper order; null: the source whose prices the trader sees. */
  readonly source: PriceSource | null;
  readonly origin: TradeOrigin;
  /** The setup or strategy that places the order, and its signal; null for other orders. */
  readonly automation: { readonly id: string; readonly signalId: string } | null;
};

/** An order with the price, payout and time at which it is accepted. */
export type PricedOrder = GuardedOrder & {
  readonly asset: FeedAsset;
  readonly source: PriceSource;
  readonly request: CreateOption;
  readonly entry: PricePoint;
  readonly payoutBp: number;
  readonly acceptedAtMs: EpochMs;
  /**
   * The continuous period of automation or real money (for the reality check) that this order starts or continues;
   * null: none.
   */
  readonly tradingPeriod: TradingPeriod | null;
};

/**
 * Checks that the trader is still in paper mode, prices the order and asks the risk guard, in the transaction that
 * will hold the stake. Writes nothing. Every paper order is approved here, manual or automatic.
 */
export async function approveOrder(
  deps: TradingDeps,
  tx: Transaction,
  order: OrderRequest,
): Promise<Result<RiskApproved<PricedOrder>, PlacementRefusal>> {
  const { userId } = order.actor;
  const askedAtMs = deps.clock.now();
  const [mode, source, { facts, limits, timeZone, tradingPeriod }] = await Promise.all([
    deps.accounts.admitOrder(tx, order.actor, askedAtMs),
    order.source ?? deps.markets.sourceOf(userId, tx),
    readRisk(tx, userId, order.accountId, askedAtMs),
  ]);
  if (!mode.ok) return mode;
  if (mode.value !== 'mock') return err(modeChanged(mode.value, 'mock'));
  const market = deps.markets.at(source);
  const priced = priceOrder(deps, market, order, { isRealMoney: facts.isRealMoney, tradingPeriod });
  if (!priced.ok) return priced;
  const { asset, payoutBp } = priced.value;
  const evaluated = evaluate(priced.value, { ...facts, ...marketFacts(market, asset) }, limits);
  if (!evaluated.ok)
    return err(
      riskRefusal(evaluated.error, priced.value, market.condition(asset.symbol), { nowMs: askedAtMs, timeZone }),
    );
  const fallen = payoutFall(order.request, payoutBp);
  return fallen ? err(fallen) : evaluated;
}

/** Reads price, payout and time of acceptance together: no `await` in between, so all three are of the same moment. */
function priceOrder(
  { clock }: TradingDeps,
  market: MarketData,
  { request, stakeMinor, origin }: OrderRequest,
  { isRealMoney, tradingPeriod: before }: Pick<RiskFacts, 'isRealMoney' | 'tradingPeriod'>,
): Result<PricedOrder, PlacementRefusal> {
  const { asset_symbol: symbol, duration: minutes } = request;
  const acceptedAtMs = clock.now();
  const asset = market.asset(symbol);
  if (asset === undefined) return err(unknownAsset(market, symbol));
  const payoutBp = market.payoutBp(symbol, minutes, acceptedAtMs);
  if (payoutBp === null) return err({ code: 'duration_unavailable', values: { symbol, minutes } });
  const entry = market.latest(symbol) ?? { price: Number.NaN, timeMs: 0 };
  const tradingPeriod = origin !== 'manual' || isRealMoney ? tradingPeriodAfterOrder(before, acceptedAtMs) : null;
  return ok({
    origin,
    stakeMinor,
    asset,
    source: market.source,
    request,
    entry,
    payoutBp,
    acceptedAtMs,
    tradingPeriod,
  });
}

/**
 * Market facts for the risk guard. A price that cannot be traded counts as no market; the refusal carries the reason.
 */
function marketFacts(market: MarketData, asset: FeedAsset): Pick<RiskFacts, 'asset' | 'market'> {
  const { state } = market.condition(asset.symbol);
  const isKnown = market.latest(asset.symbol) !== null;
  return {
    asset: { minStakeMinor: asset.minTradeAmountMinor, maxStakeMinor: asset.maxTradeAmountMinor },
    market: isKnown && (state === 'live' || state === 'closed') ? state : 'stale',
  };
}

/** Returns the refusal of an order that was prepared in one trading mode after the trader switched to another. */
export const modeChanged = (now: TradingMode, shown: TradingMode): PlacementRefusal => ({
  code: 'mode_changed',
  values: { now: MODE_NAMES_ES[now], shown: MODE_NAMES_ES[shown] },
});

/** Returns the refusal of an order whose payout fell too far below the one shown to the trader; null if it did not. */
export function payoutFall({ shown_payout }: CreateOption, payoutBp: number): PlacementRefusal | null {
  if (shown_payout === undefined) return null;
  const shownBp = Math.round(shown_payout * BASIS_POINTS);
  if (shownBp - payoutBp <= PAYOUT_TOLERANCE_BP) return null;
  return { code: 'payout_changed', values: { shown: shownBp / 100, current: payoutBp / 100 } };
}
