import type { Option } from '@vigia/contract';
import { epochMs, minorUnits, price, ratio } from '@vigia/core/kernel';
import type { Trade } from '@vigia/core/trades';
import type { PricePoint } from '../../market-data/index.ts';
import { applyTradeEvents } from '../trade-life.ts';
import { lengthOfRow } from '../trade-row.ts';
import type { Fill, PendingRow } from './fills.repository.ts';

const BASIS_POINTS = 10_000;

/** Reasons for which a paper order is refused after it was sent. */
export type FillRefusal = 'no_tick' | 'paper_refused' | 'payout_changed';

/** Returns the response to an order with the fields of its fill; a refused order as it ended. */
export function responseWithFill(answered: Option, now: Option): Option {
  if (now.execution !== 'confirmed') return now;
  const { execution, entry_price, entry_tick_time, payout } = now;
  return { ...answered, execution, entry_price, entry_tick_time, payout };
}

/** Rebuilds the trade of an order that waits for its first tick. */
export const rebuildSubmittedTrade = (row: PendingRow): Trade => ({
  state: 'submitting',
  terms: {
    symbol: row.symbol,
    direction: row.direction,
    stakeMinor: minorUnits(row.stake_minor),
    length: lengthOfRow(row),
    sendDeadlineMs: epochMs(row.expiry_time.getTime()),
  },
  sentAtMs: epochMs(row.entry_time.getTime()),
});

/** Returns why an order is not filled at this payout; null if it is. */
export function fillRefusalOf(row: PendingRow, payoutBp: number | null): FillRefusal | null {
  if (row.is_fill_refused) return 'paper_refused';
  const { least_payout_bp: leastBp } = row;
  return leastBp !== null && payoutBp !== null && payoutBp < leastBp ? 'payout_changed' : null;
}

/** Returns the fill of an order at a tick and a payout; nothing without a tick. */
export function computeFill(row: PendingRow, tick: PricePoint | undefined, payoutBp: number | null): readonly Fill[] {
  if (tick === undefined) return [];
  const entryTimeMs = epochMs(row.entry_time.getTime());
  const payoutRatio = payoutBp === null ? null : ratio(payoutBp / BASIS_POINTS);
  const { events } = applyTradeEvents(rebuildSubmittedTrade(row), [
    { type: 'accept', acceptance: { contractId: null, acceptedAtMs: entryTimeMs, payoutRatio } },
    {
      type: 'open',
      position: {
        entryPrice: price(tick.price),
        entryTickMs: epochMs(tick.timeMs),
        entryTimeMs,
        expiryTimeMs: epochMs(row.expiry_time.getTime()),
      },
    },
  ]);
  return [{ row, price: tick.price, tickMs: tick.timeMs, payoutBp, events }];
}
