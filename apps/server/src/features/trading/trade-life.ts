import { epochMs, invariant, price, ratio } from '@vigia/core/kernel';
import { secondsOf, type Trade, type TradeEvent, type TradeIn, transition } from '@vigia/core/trades';
import type { PricedOrder } from './venue-port.ts';

const SECOND_MS = 1_000;
const BASIS_POINTS = 10_000;

/** A trade with the events that followed its intent. The database stores the intent and then exactly these events. */
export type TradeWithEvents<State extends Trade = Trade> = {
  readonly trade: State;
  readonly events: readonly TradeEvent[];
};

/** Opens a trade on the paper account, which accepts an approved order at once at the last price. */
export function openTrade({ order, stakeMinor, terms: agreed }: PricedOrder): TradeWithEvents<TradeIn<'open'>> {
  const { request, length } = order;
  const durationS = secondsOf(length);
  invariant(durationS !== null, 'the paper account takes no ticks');
  const { entry, acceptedAtMs, payoutBp } = agreed;
  invariant(entry !== null, 'a market with a price took the order');
  invariant(payoutBp !== null, 'the paper account knows its payout');
  const expiryTimeMs = epochMs(acceptedAtMs + durationS * SECOND_MS);
  const payoutRatio = ratio(payoutBp / BASIS_POINTS);
  const terms = {
    symbol: agreed.symbol,
    direction: request.option_type,
    stakeMinor,
    length,
    sendDeadlineMs: expiryTimeMs,
  };
  const { trade, events } = applyEvents({ state: 'intent', terms }, [
    { type: 'send', sentAtMs: acceptedAtMs },
    { type: 'accept', acceptance: { contractId: null, acceptedAtMs, payoutRatio } },
    { type: 'open', position: { entryPrice: price(entry.price), entryTimeMs: acceptedAtMs, expiryTimeMs } },
  ]);
  invariant(trade.state === 'open', 'an accepted order is open');
  return { trade, events };
}

/**
 * Applies events to a trade. Throws if the trade's state does not allow an event: only this code changes trades, so
 * that is a bug.
 */
export function applyEvents(start: Trade, events: readonly TradeEvent[]): TradeWithEvents {
  let trade = start;
  for (const event of events) {
    const next = transition(trade, event);
    invariant(next.ok, `${event.type} has a place in ${trade.state}`);
    trade = next.value;
  }
  return { trade, events };
}
