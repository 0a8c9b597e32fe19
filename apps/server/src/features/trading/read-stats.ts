import type { TradingStats } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type WinRateCard, winRateCard } from '@vigia/core/statistics';
import { formatMinor } from '@vigia/core/trades';
import type { TradingDeps } from './deps.ts';
import { toCardView } from './performance/card-view.ts';
import * as repository from './stats.repository.ts';

/** The win-rate card looks back this far: long enough for a sample, short enough to be about now. */
const CARD_WINDOW_MS = 30 * 24 * 60 * 60 * 1_000;
const BASIS_POINTS = 10_000;

/** Today by the user's own calendar, the running trades, and the win rate of the last 30 days with its interval. */
export async function readStats({ db, clock, accounts }: TradingDeps, userId: string): Promise<TradingStats> {
  const nowMs = clock.now();
  const { timeZone, limits } = await accounts.riskSettings(db.sql, userId, nowMs);
  const [day, active, record, total, profits] = await Promise.all([
    repository.readDay(db.sql, userId, timeZone, nowMs),
    repository.readActive(db.sql, userId),
    repository.readRecord(db.sql, userId, nowMs - CARD_WINDOW_MS),
    repository.readTotalProfit(db.sql, userId),
    repository.readProfitsOfDay(db.sql, userId, timeZone, nowMs),
  ]);
  const card = toCardView(record, toCard(record));
  return {
    total_trades_today: day.placed,
    win_rate: card.rate,
    total_profit_loss: decimal(total),
    active_options: active.active,
    max_concurrent_trades: limits.maxConcurrentTrades,
    at_stake: decimal(active.at_stake_minor),
    profit_today: decimal(day.profit_minor),
    today: { won: day.won, lost: day.lost, tied: day.tied },
    equity_today: runningSums(profits).map(decimal),
    card,
  };
}

const decimal = (minor: number): number => formatMinor(minorUnits(minor));

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function toCard({ won, lost, tied, payout_bp }: repository.RecordRow): WinRateCard {
  return winRateCard({ won, lost, tied, averagePayoutRatio: (payout_bp ?? BASIS_POINTS) / BASIS_POINTS });
}
