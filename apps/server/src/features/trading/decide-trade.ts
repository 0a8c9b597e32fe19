import { invariant } from '@vigia/core/kernel';
import { finalTransferOf, type Settlement, type TradeEvent, wireStatusOf } from '@vigia/core/trades';
import type { TradeStatus } from '@vigia/core/vocabulary';
import type { Booking } from '../accounts/index.ts';
import type { PricePoint } from '../market-data/index.ts';
import { endTrade } from './trade-life.ts';
import type { TradeRow } from './trade-row.ts';

/** A due trade with the decision about it and the money it moves, ready to be written. */
export type DecidedTrade = {
  readonly id: string;
  readonly userId: string;
  readonly status: TradeStatus;
  readonly settlement: Settlement;
  readonly reason: string | null;
  readonly events: readonly TradeEvent[];
  readonly booking: Booking;
};

/** Decides a due trade by the last tick before its expiry, null if the market had none. */
export function decideTrade(row: TradeRow, tick: PricePoint | null): DecidedTrade {
  const { trade, events } = endTrade(row, tick);
  const transfer = finalTransferOf(trade);
  invariant('settlement' in trade && transfer !== null, 'a settled trade has a settlement and moves money');
  return {
    id: row.id,
    userId: row.user_id,
    status: wireStatusOf(trade.state).status,
    settlement: trade.settlement,
    reason: trade.state === 'void' ? trade.reason : null,
    events,
    booking: { accountId: row.account_id, tradeId: row.id, transfer },
  };
}
