import type { PurseQuery, TradingStats } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { limitBookOf } from '@vigia/core/risk';
import { EquityFold } from '@vigia/core/statistics';
import { toLiveCardView } from '#platform/http/card-view.ts';
import type { TradingDeps } from './deps.ts';
import { choosePurse } from './purse.ts';
import * as repository from './stats.repository.ts';

/** Largest number of points in the equity curve; a screen cannot show more. */
const EQUITY_POINTS = 300;

/**
 * Returns the statistics of one purse (account kind and currency): those of today in the user's time zone, the open
 * trades, and the win rate of all trades with its evidence.
 */
export async function readStats(
  { db, clock, accounts, evidence }: Pick<TradingDeps, 'db' | 'clock' | 'accounts' | 'evidence'>,
  userId: string,
  asked: PurseQuery = {},
): Promise<TradingStats> {
  const { sql } = db;
  const nowMs = clock.now();
  const purse = await choosePurse({ db, accounts }, userId, asked);
  const { timeZone } = await accounts.riskSettings(sql, userId, nowMs);
  const [limits, numbers, netResultMinor, watched] = await Promise.all([
    accounts.riskLimits(sql, userId, limitBookOf(purse), nowMs),
    repository.readStatsRow(sql, userId, { purse, timeZone, nowMs }),
    accounts.netResult(sql, userId, purse),
    evidence.ofPurse(userId, purse),
  ]);
  const equityMinor = await db.transaction((tx) =>
    curveOf(repository.readProfits(tx, userId, purse, numbers.day_start)),
  );
  const card = toLiveCardView(watched);
  return {
    purse,
    total_trades_today: numbers.placed_today,
    win_rate: card.rate,
    total_profit_loss: decimal(netResultMinor, purse.currency),
    active_options: numbers.active,
    max_concurrent_trades: limits.maxConcurrentTrades,
    at_stake: decimal(numbers.at_stake_minor, purse.currency),
    profit_today: decimal(numbers.profit_today_minor, purse.currency),
    today: { won: numbers.won_today, lost: numbers.lost_today, tied: numbers.tied_today },
    equity_today: equityMinor.map((total) => decimal(total, purse.currency)),
    card,
  };
}

const decimal = (minor: number, currency: Currency): number => formatMinor(minorUnits(minor), currency);

/** Returns the running total of the profits after each trade, in minor units, thinned to EQUITY_POINTS points. */
async function curveOf(profits: AsyncIterable<readonly repository.ProfitRow[]>): Promise<number[]> {
  const curve = new EquityFold(EQUITY_POINTS);
  let total = 0;
  for await (const rows of profits) {
    for (const { settled_at, profit_minor } of rows) {
      total += profit_minor;
      curve.add({ atMs: settled_at.getTime(), total });
    }
  }
  return curve.points.map((point) => point.total);
}
