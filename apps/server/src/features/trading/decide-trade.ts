import { epochMs, minorUnits, price } from '@vigia/core/kernel';
import { type Settlement, type SettleTick, settle, settlementTransfer } from '@vigia/core/trades';
import type { TradeStatus } from '@vigia/core/vocabulary';
import type { Booking } from '../accounts/index.ts';
import type { PricePoint } from '../market-data/index.ts';
import { type TradeRow, toSettleable } from './trade-row.ts';

/** A due trade with the decision about it and the money it moves, ready to be written. */
export type DecidedTrade = {
  readonly id: string;
  readonly userId: string;
  readonly status: Exclude<TradeStatus, 'active'>;
  readonly profitMinor: number;
  readonly settlePrice: number | null;
  readonly settleTickMs: number | null;
  readonly reason: 'no_market' | null;
  readonly booking: Booking;
};

const STATUS_OF: Readonly<Record<Settlement['outcome'], DecidedTrade['status']>> = {
  won: 'won',
  lost: 'lost',
  tie: 'expired',
  void: 'cancelled',
};

/** Decides a due trade by the last tick before its expiry, null if the market had none. */
export function decideTrade(row: TradeRow, tick: PricePoint | null): DecidedTrade {
  const settlement = settle(toSettleable(row), tick && toSettleTick(tick));
  return {
    id: row.id,
    userId: row.user_id,
    status: STATUS_OF[settlement.outcome],
    profitMinor: settlement.profitMinor,
    settlePrice: settlement.settleTick?.price ?? null,
    settleTickMs: settlement.settleTick?.timeMs ?? null,
    reason: settlement.outcome === 'void' ? 'no_market' : null,
    booking: {
      accountId: row.account_id,
      tradeId: row.id,
      transfer: settlementTransfer(minorUnits(row.stake_minor), settlement),
    },
  };
}

const toSettleTick = (tick: PricePoint): SettleTick => ({ timeMs: epochMs(tick.timeMs), price: price(tick.price) });
