import {
  ERROR_MESSAGES_ES,
  fillMessage,
  type PcrDashboard,
  type PcrSetupStatistics,
  type Purse,
  type RejectionView,
} from '@vigia/contract';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { MIN_DECIDED_TRADES, winRateCard } from '@vigia/core/statistics';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import { toCardView, toLiveCardView, type WatchedCard } from '#platform/http/card-view.ts';
import { type DecisionRow, readDecisions } from '../../signals/index.ts';
import type { PcrDeps } from '../deps.ts';
import { currentPayoutOf } from '../editing/setup-view.ts';
import { findSetupRecords, findVisibleSetups, type SetupRow, type UserDay } from '../pcr.repository.ts';
import type { EngineClient } from '../running/engine-client.ts';
import type { SetupCounters } from '../running/setup-run.ts';
import { findProfitToday, findStatistics } from './report.repository.ts';

type ReportDeps = PcrDeps & { readonly engine: EngineClient };

const NOTHING_FOUND: SetupCounters = {
  sequences: 0,
  validSequences: 0,
  zonesCreated: 0,
  zonesInvalidated: 0,
  zonesLive: 0,
};

const money = (minor: number, currency: Currency): number => formatMinor(minorUnits(minor), currency);

/** Returns the user's time zone and the current time, which define today for the user. */
export async function readUserDay({ db, clock, accounts }: PcrDeps, userId: string): Promise<UserDay> {
  const nowMs = epochMs(clock.now());
  const { timeZone } = await accounts.riskSettings(db.sql, userId, nowMs);
  return { timeZone, nowMs };
}

/**
 * Reads the statistics of a setup: its signals, its trades, and the engine's counts since the start of its detector.
 */
export async function readStatistics(deps: ReportDeps, userId: string, row: SetupRow): Promise<PcrSetupStatistics> {
  const { sql } = deps.db;
  const today = await readUserDay(deps, userId);
  const [[record], { signals }, found, running] = await Promise.all([
    findSetupRecords(sql, userId, [row.id], today),
    deps.evidence.ofAutomations(userId, [row.id]),
    findStatistics(sql, userId, row.id, today),
    deps.engine.counters(row.user_id, [row.id]),
  ]);
  const counters = running.get(row.id) ?? NOTHING_FOUND;
  const currency = record?.currency ?? PAPER_CURRENCY;
  const evidence = signals.get(row.id);
  if (evidence === undefined) throw new Error(`no evidence was read for setup ${row.id}`);
  return {
    setup_id: row.id,
    total_signals: record?.signals ?? 0,
    signals_today: record?.today ?? 0,
    pending: found.pending,
    voided: found.voided,
    card: toLiveCardView(evidence, currentPayoutOf(deps, row)),
    trades: found.trades,
    profit: record?.profit_minor == null ? null : money(record.profit_minor, currency),
    profit_today: money(found.profit_today_minor, currency),
    currency,
    longest_losing_streak: found.losing_streak,
    sequences_detected: counters.sequences,
    valid_sequences: counters.validSequences,
    zones_created: counters.zonesCreated,
    zones_live: counters.zonesLive,
    zones_invalidated: counters.zonesInvalidated,
    last_signal_at: found.last_signal_ms === null ? null : new Date(found.last_signal_ms).toISOString(),
  };
}

/** Reads recent reasons why a setup gave no signal or trade: rejections by the engine, and decisions about orders. */
export async function readRejections(
  deps: Pick<PcrDeps, 'db'> & { readonly engine: Pick<EngineClient, 'rejections'> },
  setup: Pick<SetupRow, 'id' | 'user_id'>,
): Promise<RejectionView[]> {
  const [decisions, turnedDown] = await Promise.all([
    readDecisions(deps.db.sql, 'pcr', setup.id, { limit: REJECTIONS_KEPT, only: 'unplaced' }),
    deps.engine.rejections(setup),
  ]);
  return [...turnedDown, ...decisions.flatMap(toRejection)]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, REJECTIONS_KEPT);
}

function toRejection({ signal_id, decided_at, direction, code, values }: DecisionRow): RejectionView[] {
  if (code === null) return [];
  return [
    {
      id: signal_id,
      at: decided_at.toISOString(),
      automation: 'pcr',
      direction,
      stage: 'order',
      reason: code,
      message: fillMessage(ERROR_MESSAGES_ES[code], values),
      value: null,
      limit: null,
      entry_point: null,
      filter_results: [],
    },
  ];
}

/**
 * Computes the nine dashboard values over all setups that a user sees: their own setups and the running built-in ones.
 */
export async function readDashboard(deps: ReportDeps, userId: string): Promise<PcrDashboard> {
  const { sql } = deps.db;
  const today = await readUserDay(deps, userId);
  const rows = await findVisibleSetups(sql, userId);
  const ids = rows.map(({ id }) => id);
  const purse = await practicePurse(deps, userId);
  const [records, { signals }, profitMinor, running] = await Promise.all([
    findSetupRecords(sql, userId, ids, today),
    deps.evidence.ofAutomations(userId, ids),
    findProfitToday(sql, userId, purse, today),
    countersOf(deps, userId, rows),
  ]);
  const counters = [...running.values()];
  const card = togetherOf(rows.flatMap(({ id }) => signals.get(id) ?? []));
  return {
    active_setups: rows.filter((row) => row.is_active).length,
    setups_running: rows.filter((row) => running.has(row.id) && isLive(deps, row)).length,
    signals_today: sum(records, ({ today: count }) => count),
    sequences_detected: sum(counters, ({ sequences }) => sequences),
    zones_created: sum(counters, ({ zonesCreated }) => zonesCreated),
    zones_invalidated: sum(counters, ({ zonesInvalidated }) => zonesInvalidated),
    success_rate: card.rate,
    today_profit: money(profitMinor, purse.currency),
    purse,
    best_setup: bestOf(deps, rows, signals),
    card,
  };
}

/** Returns the counters of running setups by id. The user's own setups and the built-in ones may run in two engines. */
async function countersOf({ engine }: ReportDeps, userId: string, rows: readonly SetupRow[]) {
  const idsOf = (owner: string | null) => rows.filter((row) => row.user_id === owner).map(({ id }) => id);
  const owners = [userId, null];
  const counted = await Promise.all(owners.map((owner) => engine.counters(owner, idsOf(owner))));
  return new Map(counted.flatMap((counters) => [...counters]));
}

/**
 * Returns the purse (kind of money and currency) of the chosen account. Returns the paper purse while a real account is
 * chosen, because setups never use real money.
 */
async function practicePurse({ db, accounts }: ReportDeps, userId: string): Promise<Purse> {
  const purse = await accounts.currentPurse(db.sql, userId);
  return purse.kind === 'real' ? { kind: 'mock', currency: PAPER_CURRENCY } : purse;
}

/** Returns true while the setup's market sends prices. */
const isLive = ({ markets }: ReportDeps, { asset, price_source }: SetupRow): boolean =>
  markets.at(price_source).condition(asset).state === 'live';

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/**
 * Returns the win rate of all setups together. Every decided signal has the same weight in the mean payout. Interval
 * and verdict are null: a sum over setups that come and go has none, and each setup has its own.
 */
function togetherOf(cards: readonly WatchedCard[]): PcrDashboard['card'] {
  const records = cards.map(({ fold }) => fold.record);
  const [won, lost, tied] = [
    sum(records, (each) => each.won),
    sum(records, (each) => each.lost),
    sum(records, (each) => each.tied),
  ];
  const paid = records.filter(({ averagePayoutRatio }) => averagePayoutRatio !== null);
  const weight = sum(paid, (each) => each.won + each.lost);
  const payouts = sum(paid, (each) => (each.averagePayoutRatio ?? 0) * (each.won + each.lost));
  const record = { won, lost, tied, averagePayoutRatio: weight === 0 ? null : payouts / weight };
  return { ...toCardView(record, winRateCard(record)), interval: null, verdict: null };
}

/**
 * Returns the setup whose win-rate interval has the highest lower bound, among those with enough signals for a
 * verdict. A high rate of few signals proves little.
 */
function bestOf(
  deps: ReportDeps,
  rows: readonly SetupRow[],
  signals: ReadonlyMap<string, WatchedCard>,
): PcrDashboard['best_setup'] {
  const measured = rows.flatMap((row) => {
    const evidence = signals.get(row.id);
    const card = evidence && toLiveCardView(evidence, currentPayoutOf(deps, row));
    return card === undefined || card.rate === null || card.decided < MIN_DECIDED_TRADES
      ? []
      : [{ row, rate: card.rate, card }];
  });
  const [best] = measured.toSorted((a, b) => (b.card.interval?.low ?? 0) - (a.card.interval?.low ?? 0));
  if (best === undefined) return null;
  const { row, rate, card } = best;
  return { id: row.id, name: row.name, win_rate: rate, decided: card.decided, interval: card.interval };
}
