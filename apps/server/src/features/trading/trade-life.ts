import { epochMs, invariant, minorUnits, price, ratio } from '@vigia/core/kernel';
import { type SettleTick, settle, type Trade, type TradeEvent, type TradeIn, transition } from '@vigia/core/trades';
import type { PricePoint } from '../market-data/index.ts';
import type { PricedOrder } from './approve-order.ts';
import type { TradeRow } from './trade-row.ts';

const MINUTE_MS = 60_000;
const BASIS_POINTS = 10_000;

/** A trade with what has happened to it; the log of the database holds exactly these events, after the intent. */
export type Lived<State extends Trade = Trade> = { readonly trade: State; readonly events: readonly TradeEvent[] };

/** The built-in venue accepts what the guard approved, at once and at the last price. */
export function openTrade(order: PricedOrder): Lived<TradeIn<'open'>> {
  const { request, entry, acceptedAtMs, stakeMinor } = order;
  const expiryTimeMs = epochMs(acceptedAtMs + request.duration * MINUTE_MS);
  const payoutRatio = ratio(order.payoutBp / BASIS_POINTS);
  const terms = {
    symbol: order.asset.symbol,
    direction: request.option_type,
    stakeMinor,
    durationMinutes: request.duration,
    sendDeadlineMs: expiryTimeMs,
  };
  const { trade, events } = live({ state: 'intent', terms }, [
    { type: 'send', sentAtMs: acceptedAtMs },
    { type: 'accept', acceptance: { contractId: null, acceptedAtMs, payoutRatio } },
    { type: 'open', position: { entryPrice: price(entry.price), entryTimeMs: acceptedAtMs, expiryTimeMs } },
  ]);
  invariant(trade.state === 'open', 'an accepted order is open');
  return { trade, events };
}

/** Ends an open trade by the last tick before its expiry, null if the market had none. */
export function endTrade(row: TradeRow, tick: PricePoint | null): Lived {
  const open = toOpenTrade(row);
  const { terms, acceptance, position } = open;
  const settleable = { ...terms, ...acceptance, ...position };
  return live(open, [
    { type: 'expire' },
    { type: 'settle', settlement: settle(settleable, tick && toSettleTick(tick)) },
  ]);
}

/** An event that has no place in the trade's state is a bug here: nobody else moves a trade. */
function live(start: Trade, events: readonly TradeEvent[]): Lived {
  let trade = start;
  for (const event of events) {
    const next = transition(trade, event);
    invariant(next.ok, `${event.type} has a place in ${trade.state}`);
    trade = next.value;
  }
  return { trade, events };
}

function toOpenTrade(row: TradeRow): TradeIn<'open'> {
  const entryTimeMs = epochMs(row.entry_time.getTime());
  const expiryTimeMs = epochMs(row.expiry_time.getTime());
  return {
    state: 'open',
    terms: {
      symbol: row.symbol,
      direction: row.direction,
      stakeMinor: minorUnits(row.stake_minor),
      durationMinutes: row.duration_min,
      sendDeadlineMs: expiryTimeMs,
    },
    acceptance: { contractId: null, acceptedAtMs: entryTimeMs, payoutRatio: ratio(row.payout_bp / BASIS_POINTS) },
    position: { entryPrice: price(row.entry_price), entryTimeMs, expiryTimeMs },
  };
}

const toSettleTick = (tick: PricePoint): SettleTick => ({ timeMs: epochMs(tick.timeMs), price: price(tick.price) });
