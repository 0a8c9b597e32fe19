import { MARKET_SILENCE_MS } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { PricePoint } from '../market-data/index.ts';
import {
  type DueTradeGroup,
  type DueTradesFilter,
  isDue,
  isEarlierReplay,
  isInBatch,
  type SettlementBatch,
  type SourceRun,
} from './due-trades.repository.ts';

const BASIS_POINTS = 10_000;

/** A group of due trades, with the last tick before their expiry; null if the market had none. */
export type PricedGroup = { readonly group: DueTradeGroup; readonly tick: PricePoint | null };

/** A trade settled by the settlement statement. `group` is the index of its group. */
export type SettledTrade = {
  readonly id: string;
  readonly userId: string;
  readonly group: number;
  /** The trace in which the trade was placed; null if there is none. */
  readonly traceparent: string | null;
};

/**
 * Locks the accounts of a batch's due trades in the order of their ids. All settlers and account deletions lock in this
 * order, so they never deadlock.
 */
export const lockAccounts = (tx: Transaction, batch: SettlementBatch, due: DueTradesFilter): Promise<unknown> =>
  tx`
    SELECT count(*) FROM (
      SELECT 1 FROM accounts
      WHERE id IN (SELECT t.account_id FROM trades t WHERE ${isDue(tx, due)} AND ${isInBatch(tx, batch)})
      ORDER BY id FOR NO KEY UPDATE) AS locked`.execute();

/**
 * Forces hash joins for the rest of the transaction. Until the table statistics include many new trades, the planner
 * expects one row. It then chooses a nested loop over thousands of groups for each of ten thousand trades, which
 * practically never ends.
 */
export const forceHashJoins = (tx: Transaction): Promise<unknown> => tx`SET LOCAL enable_nestloop = off`.execute();

/**
 * Settles the due trades of a batch that belong to one of the groups. One SQL statement writes row, event and transfer
 * of each trade. Its CASE repeats the core's `settle` (settlement.ts) in SQL; settlement.int.test.ts and
 * settlement-states.prop.int.test.ts compare the two. A trade that another process has settled meanwhile is neither
 * changed nor returned. The transfer reuses the trade's id, because creating random ids took a seventh of the time of a
 * large batch.
 */
export const settleBatch = (
  tx: Transaction,
  batch: SettlementBatch,
  {
    groups,
    run,
    due,
    except,
  }: {
    readonly groups: readonly PricedGroup[];
    readonly run: SourceRun;
    readonly due: DueTradesFilter;
    readonly except: readonly string[];
  },
): Promise<SettledTrade[]> =>
  tx<SettledTrade[]>`
  WITH known AS MATERIALIZED (
    SELECT g.*, to_timestamp(g.tick_ms / 1000.0) AS tick_at,
           coalesce('{"timeMs": ' || g.tick_ms || ', "price": ' || g.price || '}', 'null') AS tick
    FROM unnest(${groups.map((_, index) => index)}::int[], ${groups.map(({ group }) => group.source)}::text[],
                ${groups.map(({ group }) => group.symbol)}::text[],
                ${groups.map(({ group }) => group.expiry_time.toISOString())}::timestamptz[],
                ${groups.map(({ group }) => Number(group.is_of_earlier_run))}::int[],
                ${groups.map(({ tick }) => tick?.price ?? null)}::float8[],
                ${groups.map(({ tick }) => tick?.timeMs ?? null)}::bigint[])
         AS g(index, source, symbol, expiry_time, is_of_earlier_run, price, tick_ms)),
  settled AS (
    UPDATE trades t
    SET settled_at = ${new Date(due.nowMs)}, settle_price = k.price, settle_tick_ms = k.tick_ms,
        last_seq = t.last_seq + 1,
        (status, profit_minor, settle_reason) = (
          SELECT CASE o.outcome WHEN 'tie' THEN 'expired' WHEN 'void' THEN 'cancelled' ELSE o.outcome END,
                 CASE o.outcome
                   WHEN 'won' THEN o.whole + CASE WHEN 2 * o.rest > ${BASIS_POINTS}
                                                    OR (2 * o.rest = ${BASIS_POINTS} AND o.whole % 2 = 1)
                                                    THEN 1 ELSE 0 END
                   WHEN 'lost' THEN -t.stake_minor
                   ELSE 0 END,
                 CASE o.outcome WHEN 'void' THEN 'no_market' END
          FROM (SELECT t.stake_minor * t.payout_bp / ${BASIS_POINTS} AS whole,
                       t.stake_minor * t.payout_bp % ${BASIS_POINTS} AS rest,
                       CASE WHEN k.tick_at > t.entry_time
                              AND k.tick_at > t.expiry_time - ${`${MARKET_SILENCE_MS} ms`}::interval
                            THEN CASE WHEN k.price = t.entry_price THEN 'tie'
                                      WHEN (k.price > t.entry_price) = (t.direction = 'CALL') THEN 'won'
                                      ELSE 'lost' END
                            ELSE 'void' END AS outcome) o)
    FROM known k
    WHERE k.source = t.source AND k.symbol = t.symbol AND k.expiry_time = t.expiry_time
      AND (k.is_of_earlier_run = 1) = ${isEarlierReplay(tx, run)}
      AND ${isDue(tx, due)} AND ${isInBatch(tx, batch)} AND t.id <> ALL(${[...except]}::uuid[])
    RETURNING t.id, t.user_id, t.account_id, t.stake_minor, t.profit_minor, t.last_seq, t.traceparent, k.index, k.tick,
              CASE t.status WHEN 'expired' THEN 'tie' WHEN 'cancelled' THEN 'void' ELSE t.status END AS outcome),
  logged AS (
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT id, last_seq, ${new Date(due.nowMs)}, 'settle',
           ('{"settlement": {"outcome": "' || outcome || '", "settleTick": ' || tick || ', "payoutMinor": '
             || stake_minor + profit_minor || ', "profitMinor": ' || profit_minor || '}}')::jsonb
    FROM settled),
  booked AS (
    INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor,
                                  broker_pnl_minor, created_at)
    SELECT id, account_id,
           CASE outcome WHEN 'won' THEN 'settle_win' WHEN 'lost' THEN 'settle_loss' ELSE 'refund' END,
           'settlement', id, stake_minor + profit_minor, -stake_minor, -profit_minor, ${new Date(due.nowMs)}
    FROM settled)
  SELECT id, user_id AS "userId", index AS group, traceparent FROM settled ORDER BY user_id`.execute();
