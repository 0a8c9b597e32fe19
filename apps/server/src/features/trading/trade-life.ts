import { type EpochMs, epochMs, invariant } from '@vigia/core/kernel';
import { secondsOf, type Trade, type TradeEvent, type TradeIn, transition } from '@vigia/core/trades';
import type { PricedOrder } from './venue-port.ts';

const SECOND_MS = 1_000;

/** A trade with the events that followed its intent. The database stores the intent and then exactly these events. */
export type TradeWithEvents<State extends Trade = Trade> = {
  readonly trade: State;
  readonly events: readonly TradeEvent[];
};

/** A paper order that waits for its first tick, with its planned entry and expiry. */
export type SentPaperOrder = TradeWithEvents<TradeIn<'submitting'>> & {
  readonly entryTimeMs: EpochMs;
  readonly expiryTimeMs: EpochMs;
};

/**
 * Sends an order to the paper account. It is filled at the first tick after the entry time: the acceptance plus the
 * delay, and never before a tick that was already known at the acceptance.
 */
export function sendPaperOrder({ order, stakeMinor, terms: agreed }: PricedOrder, delayMs: number): SentPaperOrder {
  const { request, length } = order;
  const durationS = secondsOf(length);
  invariant(durationS !== null, 'the paper account takes no ticks');
  const { entry, acceptedAtMs } = agreed;
  invariant(entry !== null, 'a market with a price took the order');
  invariant(agreed.payoutBp !== null, 'the paper account knows its payout');
  const entryTimeMs = epochMs(Math.max(acceptedAtMs + delayMs, entry.timeMs));
  const expiryTimeMs = epochMs(entryTimeMs + durationS * SECOND_MS);
  const terms = {
    symbol: agreed.symbol,
    direction: request.option_type,
    stakeMinor,
    length,
    sendDeadlineMs: expiryTimeMs,
  };
  const { trade, events } = applyTradeEvents({ state: 'intent', terms }, [{ type: 'send', sentAtMs: acceptedAtMs }]);
  invariant(trade.state === 'submitting', 'a sent order waits for its venue');
  return { trade, events, entryTimeMs, expiryTimeMs };
}

/**
 * Applies events to a trade. Throws if the trade's state does not allow an event: only this code changes trades, so
 * that is a bug.
 */
export function applyTradeEvents(start: Trade, events: readonly TradeEvent[]): TradeWithEvents {
  let trade = start;
  for (const event of events) {
    const next = transition(trade, event);
    invariant(next.ok, `${event.type} has a place in ${trade.state}`);
    trade = next.value;
  }
  return { trade, events };
}
