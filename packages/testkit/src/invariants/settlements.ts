import { epochMs, minorUnits, price, ratio } from '@vigia/core/kernel';
import {
  type AssetSpec,
  lastTickBefore,
  type MarketTick,
  payoutRatio,
  type SimulatedPrices,
  simulatedAsset,
} from '@vigia/core/market-model';
import { type Settlement, settle } from '@vigia/core/trades';
import { type Finding, findings, type ReadOnlySql } from './finding.ts';
import { type CheckedTradeRow, readTrades } from './trade-log.ts';

const BASIS_POINTS = 10_000;
/** Longest wait for the tick that fills an order (docs/spec/trading.md §13). */
const FILL_WITHIN_MS = 10_000;

/** The market and the exceptions with which the settlements are checked. */
export type SettlementInvariantOptions = {
  readonly market: SimulatedPrices;
  /** Symbols whose prices intentionally differ from those of the simulated market. */
  readonly except?: readonly string[];
  /** Finds the last tick before a time. If a test changes the ticks of the market, it passes its own function. */
  readonly lastTick?: LastTick;
};

type LastTick = (market: SimulatedPrices, asset: AssetSpec, timeMs: number) => MarketTick;

/**
 * Checks invariants I9 and I5 on the simulated market, whose prices are computed again from its key. The first tick
 * after its entry time filled every trade, at the payout of the hour of that tick. The last tick before the expiry
 * settled every trade, with the result that `packages/core` computes.
 */
export async function checkSettlements(
  sql: ReadOnlySql,
  { market, except = [], lastTick = lastTickBefore }: SettlementInvariantOptions,
): Promise<readonly Finding[]> {
  const trades = (await readTrades(sql)).filter(isOnMarket).filter(({ symbol }) => !except.includes(symbol));
  return trades.flatMap((trade) => [
    ...findings('I5', entryFaults(trade, market, lastTick)),
    ...findings('I9', endingFaults(trade, market, lastTick)),
  ]);
}

/** A filled trade on the simulated market. */
type MarketTrade = CheckedTradeRow & {
  readonly entry_price: number;
  readonly entry_tick_ms: number;
  readonly duration_s: number;
};
const isOnMarket = (trade: CheckedTradeRow): trade is MarketTrade =>
  trade.source === 'simulated' && trade.entry_price !== null;

function entryFaults(trade: MarketTrade, market: SimulatedPrices, lastTick: LastTick): readonly string[] {
  const asset = simulatedAsset(trade.symbol);
  if (asset === undefined) return [`trade ${trade.id} is on ${trade.symbol}, which the market has not`];
  const tick = lastTick(market, asset, trade.entry_tick_ms + 1);
  const payoutAt = (timeMs: number) =>
    Math.round(payoutRatio(market.facts.key, asset, trade.duration_s, timeMs) * BASIS_POINTS);
  // A trade that is filled after an interruption keeps the payout of its acceptance.
  const payouts = [payoutAt(trade.entry_tick_ms), payoutAt(trade.entry_ms)];
  const isTick = tick.timeMs === trade.entry_tick_ms && tick.price === trade.entry_price;
  const waitMs = trade.entry_tick_ms - trade.entry_ms;
  const before = lastTick(market, asset, trade.entry_tick_ms);
  return [
    ...(isTick
      ? []
      : [`trade ${trade.id} was entered at ${trade.entry_price}, where the market stood at ${tick.price}`]),
    ...(waitMs > 0 && waitMs <= FILL_WITHIN_MS ? [] : [`trade ${trade.id} was filled ${waitMs} ms after its entry`]),
    ...(before.timeMs <= trade.entry_ms ? [] : [`trade ${trade.id} was filled by a later tick than the first`]),
    ...(payouts.includes(trade.payout_bp)
      ? []
      : [`trade ${trade.id} pays ${trade.payout_bp}, the market ${payouts.join(' or ')}`]),
  ];
}

function endingFaults(trade: MarketTrade, market: SimulatedPrices, lastTick: LastTick): readonly string[] {
  if (trade.status === 'active' || trade.corrections > 0) return [];
  const due = dueEnding(trade, market, lastTick);
  const tickMs = due.settleTick?.timeMs ?? null;
  const isRight = statusOf(due) === trade.status && due.profitMinor === trade.profit && tickMs === trade.settle_tick_ms;
  if (isRight && trade.settled_ms !== null && trade.settled_ms >= trade.expiry_ms) return [];
  const found = `${trade.status} with ${trade.profit} at ${trade.settle_price} (${trade.settle_tick_ms})`;
  return [`trade ${trade.id} ended ${found}, by the market ${statusOf(due)} with ${due.profitMinor} (${tickMs})`];
}

function dueEnding(trade: MarketTrade, market: SimulatedPrices, lastTick: LastTick): Settlement {
  const asset = simulatedAsset(trade.symbol);
  const tick = asset === undefined ? null : lastTick(market, asset, trade.expiry_ms);
  return settle(
    {
      direction: trade.direction,
      entryPrice: price(trade.entry_price),
      entryTimeMs: epochMs(trade.entry_ms),
      expiryTimeMs: epochMs(trade.expiry_ms),
      stakeMinor: minorUnits(trade.stake),
      payoutRatio: ratio(trade.payout_bp / BASIS_POINTS),
    },
    tick,
  );
}

const STATUS = { won: 'won', lost: 'lost', tie: 'expired', void: 'cancelled' } as const;
const statusOf = ({ outcome }: Settlement): string => STATUS[outcome];
