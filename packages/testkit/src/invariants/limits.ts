import { type Finding, findings, type ReadOnlySql } from './finding.ts';
import { type CheckedTradeRow, readTrades } from './trade-log.ts';

/** A user's limits during the whole run. A limit is null if it is not set. Amounts are in cents. */
export type LimitsDuringRun = {
  readonly userId: string;
  readonly maxConcurrentTrades: number | null;
  readonly maxStakeMinor: number | null;
  readonly dailyLossLimitMinor: number | null;
  readonly dailyTradeLimit: number | null;
};

/**
 * Checks invariant I7: no order exceeded a limit, even if orders ran concurrently. All trades must be within one day of
 * the user. If a settlement and an order have the same millisecond, the settlement counts first.
 */
export async function checkLimits(sql: ReadOnlySql, limits: readonly LimitsDuringRun[]): Promise<readonly Finding[]> {
  const trades = await readTrades(sql);
  return findings(
    'I7',
    limits.flatMap((held) => {
      const own = trades.filter(({ user_id }) => user_id === held.userId);
      return own.flatMap((trade, placedBefore) => orderFaults(trade, own, placedBefore, held));
    }),
  );
}

function orderFaults(
  trade: CheckedTradeRow,
  own: readonly CheckedTradeRow[],
  placedBefore: number,
  held: LimitsDuringRun,
): readonly string[] {
  const earlier = own.slice(0, placedBefore);
  const hasEnded = ({ settled_ms }: CheckedTradeRow): boolean => settled_ms !== null && settled_ms <= trade.entry_ms;
  const open = earlier.filter((other) => !hasEnded(other));
  const atStake = open.reduce((sum, { stake }) => sum + stake, trade.stake);
  const profit = earlier.filter(hasEnded).reduce((sum, other) => sum + (other.profit ?? 0), 0);
  const exceeds = (value: number, limit: number | null): boolean => limit !== null && value > limit;
  return [
    ...(exceeds(open.length + 1, held.maxConcurrentTrades)
      ? [`trade ${trade.id} is open as number ${open.length + 1}`]
      : []),
    ...(exceeds(trade.stake, held.maxStakeMinor) ? [`trade ${trade.id} stakes ${trade.stake}`] : []),
    ...(exceeds(atStake - profit, held.dailyLossLimitMinor)
      ? [`trade ${trade.id} could lose ${atStake - profit}`]
      : []),
    ...(exceeds(placedBefore + 1, held.dailyTradeLimit)
      ? [`trade ${trade.id} is number ${placedBefore + 1} of the day`]
      : []),
  ];
}
