import type { BacktestData, BacktestRequest } from '@vigia/contract';
import type { Currency } from '@vigia/core/money';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { BacktestToJudge, Judgement } from './tries/judge-tries.ts';

/** A look tests rules like `single`, without a verdict. Looks and proofs are not in the list of a user's backtests. */
export type JobKind = 'single' | 'look' | 'sweep' | 'grid' | 'proof';
export type JobStatus = 'queued' | 'running' | 'done' | 'cancelled' | 'failed';

/** The stored part of a request. It suffices to show the tested rules. */
export type StoredRequest = {
  readonly asset: string;
  readonly timeframe: string;
  /** The type of a strategy, or `pcr`. */
  readonly subject: string;
  /** The rules with all default values filled in; for a sweep also its ranges. */
  readonly rules: unknown;
  readonly ranges: unknown;
  /** Number of parts of a sweep's walk-forward; absent in older rows and in other requests. */
  readonly folds?: number;
  readonly data: unknown;
  readonly payout: number | null;
  readonly stakeMinor: number;
  /** Currency of the stake. Older rows lack it; their stakes are in dollars. */
  readonly currency?: Currency;
  /** Version of Vigía that accepted the request; absent in older rows. */
  readonly appVersion?: string;
  /** The tested cells of a grid; absent in other requests. */
  readonly cells?: readonly StoredCell[];
  /** Id of the test whose method a proof runs; absent in other requests. */
  readonly proves?: string;
};

/** A cell of a grid. Cells of earlier versions lack the request that tests the cell alone. */
export type StoredCell = { readonly alone?: SingleCellRequest };

/** The index of a cell in the report, and the rules and data of a request that tests the cell alone. */
export type SingleCellRequest = {
  readonly index: number;
  readonly subject: BacktestRequest['subject'];
  readonly data: BacktestData;
};

export type JobRow = {
  readonly id: string;
  readonly kind: JobKind;
  readonly subject_id: string | null;
  readonly request: StoredRequest;
  readonly status: JobStatus;
  readonly error_code: string | null;
  readonly report: unknown;
  readonly headline: unknown;
  /** The verdict among all tries on the data; null before the end and in rows of earlier versions. */
  readonly judgement: Judgement | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** The process that runs the backtest; null in rows of earlier versions, which had a single process. */
  readonly runner: string | null;
};

export type NewJob = {
  readonly id: string;
  readonly userId: string;
  readonly kind: JobKind;
  readonly subjectId: string | null;
  readonly request: StoredRequest;
  readonly variants: number;
  readonly runner: string;
  readonly nowMs: number;
};

/**
 * Number of backtests in a user's list. The reports of older ones are deleted, because each may have megabytes of
 * trades.
 */
const KEPT_A_PERSON = 20;
/**
 * Bytes of compressed trades per row. A row is small, so a reader needs little memory and gets the first part quickly.
 */
const PART_BYTES = 262_144;

/** Stores a new backtest as waiting. Deletes the reports and trades of backtests that drop out of the user's list. */
export async function insertJob(tx: Transaction, job: NewJob): Promise<void> {
  await tx`
    INSERT INTO backtests (id, user_id, kind, subject_id, request, variants, runner, status, created_at)
    VALUES (${job.id}, ${job.userId}, ${job.kind}, ${job.subjectId}, ${JSON.stringify(job.request)}::text::jsonb,
            ${job.variants}, ${job.runner}, 'queued', ${new Date(job.nowMs)})`;
  const old = await tx<{ id: string }[]>`
    SELECT id FROM backtests WHERE user_id = ${job.userId} AND forgotten_at IS NULL AND kind NOT IN ('proof', 'look')
    ORDER BY created_at DESC, id DESC OFFSET ${KEPT_A_PERSON}`;
  for (const { id } of old) await deleteBacktestContents(tx, id, job.userId, job.nowMs);
}

export async function markRunning(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE backtests SET status = 'running' WHERE id = ${id} AND status = 'queued'`;
}

export type BacktestEnding =
  | {
      readonly status: 'done';
      readonly report: string;
      readonly tradesGz: Uint8Array | null;
      /** The tried rules and data; null for a proof, which is no try. */
      readonly tried: BacktestToJudge | null;
    }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly code: string };

/**
 * Stores the result of a backtest, unless it already has one or its user was deleted.
 * @returns whether the result was stored
 */
export async function finishJob(tx: Transaction, id: string, ending: BacktestEnding, nowMs: number): Promise<boolean> {
  const report = ending.status === 'done' ? ending.report : null;
  const code = ending.status === 'failed' ? ending.code : null;
  const { count } = await tx`
    UPDATE backtests SET status = ${ending.status}, report = ${report}::text::jsonb, error_code = ${code},
           finished_at = ${new Date(nowMs)}
    WHERE id = ${id} AND status IN ('queued', 'running')`;
  if (count === 0) return false;
  if (ending.status !== 'done' || ending.tradesGz === null) return true;
  const bytes = ending.tradesGz;
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
    const slice = Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    await tx`INSERT INTO backtest_trades (backtest_id, part, bytes) VALUES (${id}, ${part}, ${slice})`;
  }
  return true;
}

/** Stores the verdict of a backtest among all tries on its data. */
export async function saveJudgement(tx: Transaction, id: string, judgement: Judgement): Promise<void> {
  await tx`UPDATE backtests SET judgement = ${JSON.stringify(judgement)}::text::jsonb WHERE id = ${id}`;
}

const columns = (sql: Sql) => sql`
  id, kind, subject_id, request, status, error_code, created_at, finished_at, runner, judgement,
  CASE WHEN report IS NULL THEN NULL
       WHEN kind IN ('grid', 'proof') THEN NULL
       WHEN kind IN ('single', 'look') THEN jsonb_build_object('card', report -> 'card', 'profit', report -> 'profit')
       ELSE jsonb_build_object('card', report -> 'judged', 'profit', report -> 'judged_profit') END AS headline`;

/** Returns one of the user's own backtests with its report; null if the user has no such backtest. */
export async function findJob(sql: Sql, id: string, userId: string): Promise<JobRow | null> {
  const [row] = await sql<JobRow[]>`
    SELECT ${columns(sql)}, report FROM backtests
    WHERE id = ${id} AND user_id = ${userId} AND forgotten_at IS NULL`;
  return row ?? null;
}

/** Returns the newest proof of a test, without its report; null if the test has none. */
export async function findProof(sql: Sql, testId: string, userId: string): Promise<JobRow | null> {
  const [row] = await sql<JobRow[]>`
    SELECT ${columns(sql)}, NULL AS report FROM backtests
    WHERE user_id = ${userId} AND kind = 'proof' AND request ->> 'proves' = ${testId} AND forgotten_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  return row ?? null;
}

/** Returns the last backtests of a user, newest first, without their reports, and without proofs and looks. */
export const listJobs = (sql: Sql, userId: string): Promise<JobRow[]> => sql<JobRow[]>`
  SELECT ${columns(sql)}, NULL AS report FROM backtests
  WHERE user_id = ${userId} AND forgotten_at IS NULL AND kind NOT IN ('proof', 'look')
  ORDER BY created_at DESC, id DESC LIMIT ${KEPT_A_PERSON}`;

/** Returns the looks of a user; a user has at most one, except for a moment between two requests. */
export const listLooks = (sql: Sql, userId: string): Promise<JobRow[]> => sql<JobRow[]>`
  SELECT ${columns(sql)}, NULL AS report FROM backtests WHERE user_id = ${userId} AND kind = 'look'`;

/** Deletes a look with its trades. Its rules stay in the tries on the data. */
export async function removeLook(sql: Sql, id: string, userId: string): Promise<void> {
  await sql`DELETE FROM backtests WHERE id = ${id} AND user_id = ${userId} AND kind = 'look'`;
}

/**
 * Deletes the report, the trades and the proofs of a backtest. What it spent of the budget of its data stays spent.
 */
export async function deleteBacktestContents(
  tx: Transaction,
  id: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  await tx`
    UPDATE backtests SET forgotten_at = ${new Date(nowMs)}, report = NULL
    WHERE (id = ${id} OR request ->> 'proves' = ${id}) AND user_id = ${userId} AND forgotten_at IS NULL`;
  await tx`
    DELETE FROM backtest_trades t USING backtests b
    WHERE b.id = t.backtest_id AND b.id = ${id} AND b.user_id = ${userId}`;
}

/** Returns one part of the compressed trades of a backtest; null after the last part. */
export async function findTradesPart(sql: Sql, id: string, part: number): Promise<Uint8Array | null> {
  const [row] = await sql<{ bytes: Uint8Array }[]>`
    SELECT bytes FROM backtest_trades WHERE backtest_id = ${id} AND part = ${part}`;
  return row?.bytes ?? null;
}

/**
 * Returns the name of the singleton task of the process that runs a backtest. While the lease of the task is valid, the
 * process is alive.
 */
export const runnerTaskName = (runner: string): string => `backtests.${runner}`;

/**
 * Marks unfinished backtests as interrupted if the lease of their process expired more than a minute ago. A process
 * that lost its database connection for less than that is still alive.
 */
export async function failInterrupted(sql: Sql, nowMs: number): Promise<void> {
  await sql`
    UPDATE backtests SET status = 'failed', error_code = 'backtest_interrupted', finished_at = ${new Date(nowMs)}
    WHERE status IN ('queued', 'running') AND NOT EXISTS (
      SELECT 1 FROM leases WHERE name = ${runnerTaskName('')} || runner AND expires_at > now() - interval '60 seconds')`;
}

/** Returns the time zone of a user. */
export async function findTimeZone(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ time_zone: string }[]>`SELECT time_zone FROM user_settings WHERE user_id = ${userId}`;
  return row?.time_zone ?? 'UTC';
}
