import type {
  BacktestJob,
  BacktestRequest,
  BacktestUpload,
  GridRequest,
  Library,
  SavedBacktestRequest,
  SweepRequest,
} from '@vigia/contract';
import { err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { pcrRulesOf } from '@vigia/core/pcr';
import { findsSignalsOnCandles } from '@vigia/core/strategy-definitions';
import type { z } from 'zod';
import type { ClusterRun } from '#platform/cluster/cluster.ts';
import type { Uploader } from '../price-files/index.ts';
import type { JobRow } from './backtests.repository.ts';
import * as repository from './backtests.repository.ts';
import type { BacktestDeps } from './deps.ts';
import { acceptGrid } from './grids/accept-grid.ts';
import { toJobView } from './job-view.ts';
import { acceptJob, type RequestedSweep, type TestedRules } from './jobs/accept-job.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { readSubject } from './jobs/read-subject.ts';
import type { BacktestRefusal } from './jobs/refusal.ts';
import { replaceLook } from './jobs/replace-look.ts';
import { runJob } from './jobs/run-job.ts';
import { cancelInRunner, progressOf, serveRunnerCalls } from './jobs/runner-calls.ts';
import { LibraryCatalog } from './library/library-catalog.ts';
import { acceptProof } from './proofs/accept-proof.ts';
import { ThreadPool } from './threads/thread-pool.ts';
import { receiveUpload } from './uploads/receive-upload.ts';
import { UploadStore } from './uploads/upload-store.ts';

type Accepted = Promise<Result<BacktestJob, BacktestRefusal>>;
type SavedAsked = z.infer<typeof SavedBacktestRequest>;

/**
 * Backtests of the rules in a request or of saved rules, as single runs, sweeps or grids. Also serves the library of
 * starting points.
 */
export interface Backtests {
  /** Starts a backtest of the rules in the request. */
  test(userId: string, request: BacktestRequest): Accepted;
  /** Starts a look at the rules in the request. It replaces the user's earlier look. */
  look(userId: string, request: BacktestRequest): Accepted;
  sweep(userId: string, request: SweepRequest): Accepted;
  /** Starts a test of the same rules on several data sets, timeframes and durations. */
  grid(userId: string, request: GridRequest): Accepted;
  /**
   * Starts a single test of a cell of a grid, with the rules and data of that cell. It counts as one more try on these
   * data, so its verdict is corrected like that of any repeated test.
   */
  testCell(userId: string, id: string, index: number): Accepted;
  /**
   * Runs the method of a finished backtest in markets without an edge. Returns the present proof of the backtest, if it
   * has one that runs or is done.
   */
  prove(userId: string, id: string): Accepted;
  /** Starts a backtest of a saved strategy. Without `data`, it uses the stored history of the strategy's asset. */
  testStrategy(userId: string, id: string, request: SavedAsked): Accepted;
  testSetup(userId: string, id: string, request: SavedAsked): Accepted;
  /** Returns the last 20 backtests, newest first, without their reports. */
  list(userId: string): Promise<BacktestJob[]>;
  /** Returns one backtest with its report; null if the user has no backtest with that id. */
  one(userId: string, id: string): Promise<BacktestJob | null>;
  /** Cancels a backtest unless it has ended. Returns its state; null if the user has no such backtest. */
  cancel(userId: string, id: string): Promise<BacktestJob | null>;
  /**
   * Cancels a backtest that has not ended, or deletes the results of one that has. Returns null if the user has no such
   * backtest.
   */
  remove(userId: string, id: string): Promise<'cancelled' | 'forgotten' | null>;
  /**
   * Returns the trades of a completed backtest as gzip-compressed CSV, part by part; null if the backtest has no
   * trades.
   */
  trades(userId: string, id: string): Promise<AsyncGenerator<Uint8Array> | null>;
  /** Receives a file of candles. Once the file is refused, the rest of the body is not read. */
  upload(
    uploader: Uploader,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Result<z.infer<typeof BacktestUpload>, BacktestRefusal>>;
  library(): z.infer<typeof Library>;
  /** Resolves when no backtest is waiting or running. */
  idle(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createBacktests(deps: BacktestDeps): Backtests {
  const { db, calls, clock, ids, log, cluster } = deps;
  const runnerId = deps.ids.next();
  let seeking: ClusterRun | null = null;
  const pool = new ThreadPool(deps);
  const uploads = new UploadStore(clock, deps.whileKept);
  const runner = new JobRunner({ db, clock, ids, log, run: (plan) => runJob({ ...deps, pool }, plan) });
  const shelf = new LibraryCatalog(pool, log);

  const viewOf = async (
    userId: string,
    row: JobRow,
    here: number | null,
    proofId: string | null = null,
  ): Promise<BacktestJob> => {
    if (row.finished_at !== null || here !== null) return toJobView(row, here, proofId);
    const elsewhere = await progressOf(calls, row);
    // If no process runs the backtest, it may have ended since its row was read, so the row is read again.
    return toJobView(
      elsewhere === null ? ((await repository.findJob(db.sql, row.id, userId)) ?? row) : row,
      elsewhere,
      proofId,
    );
  };

  const one = async (userId: string, id: string): Promise<BacktestJob | null> => {
    // The progress is read before the row, so a backtest that ends in between is shown as ended.
    const progress = runner.progress();
    const row = await repository.findJob(db.sql, id, userId);
    const proof = row && (await repository.findProof(db.sql, id, userId));
    return row && viewOf(userId, row, progress.get(id) ?? null, proof?.id ?? null);
  };
  const acceptDeps = { ...deps, uploads, runner, pool, runnerId };
  const accept = async (
    userId: string,
    tested: TestedRules,
    asked: Parameters<typeof acceptJob>[3],
    sweep: RequestedSweep | null = null,
  ): Accepted => {
    return begun(userId, await acceptJob(acceptDeps, userId, tested, asked, sweep));
  };
  const begun = async (userId: string, accepted: Result<string, BacktestRefusal>): Accepted => {
    if (!accepted.ok) return accepted;
    const job = await one(userId, accepted.value);
    return job === null ? err({ code: 'backtest_not_found' }) : ok(job);
  };
  const end = async (row: JobRow): Promise<boolean> => {
    const { id, finished_at } = row;
    if (finished_at !== null) return false;
    if (runner.progress().has(id)) runner.cancel(id);
    else if ((await progressOf(calls, row)) === null) return false;
    else await cancelInRunner(calls, row);
    // The thread is not awaited; its later results are discarded.
    await db.transaction((tx) => repository.finishJob(tx, id, { status: 'cancelled' }, clock.now()));
    return true;
  };
  const history = (asset: string) => ({ source: 'history', asset }) as const;

  return {
    async test(userId, request) {
      const subject = readSubject(request.subject);
      return subject.ok ? accept(userId, { subject: subject.value, subjectId: null }, request) : subject;
    },
    look: async (userId, request) => begun(userId, await replaceLook(acceptDeps, end, userId, request)),
    async sweep(userId, request) {
      const subject = readSubject(request.subject);
      return subject.ok ? accept(userId, { subject: subject.value, subjectId: null }, request, request) : subject;
    },
    grid: async (userId, request) => begun(userId, await acceptGrid(acceptDeps, userId, request)),
    async testCell(userId, id, index) {
      const row = await repository.findJob(db.sql, id, userId);
      if (row === null) return err({ code: 'backtest_not_found' });
      const { cells = [], payout, stakeMinor, currency = PAPER_CURRENCY } = row.request;
      const alone = cells.find((cell) => cell.alone?.index === index)?.alone;
      const subject = alone && readSubject(alone.subject);
      if (alone === undefined || subject === undefined) return err({ code: 'backtest_cell_not_found' });
      if (!subject.ok) return subject;
      const stake = formatMinor(minorUnits(stakeMinor), currency);
      const asked = { data: alone.data, stake, currency, ...(payout !== null && { payout }) };
      return accept(userId, { subject: subject.value, subjectId: null }, asked);
    },
    async prove(userId, id) {
      const row = await repository.findJob(db.sql, id, userId);
      if (row === null) return err({ code: 'backtest_not_found' });
      const present = await repository.findProof(db.sql, id, userId);
      const shown = present && (await one(userId, present.id));
      if (shown !== null && shown.status !== 'failed' && shown.status !== 'cancelled') return ok(shown);
      return begun(userId, await acceptProof(acceptDeps, userId, row));
    },
    async testStrategy(userId, id, request) {
      const saved = await deps.strategies.rulesOf(db.sql, userId, id);
      if (saved === null) return err({ code: 'strategy_not_found' });
      const { asset, timeframe, rules } = saved;
      if (!findsSignalsOnCandles(rules.type)) return err({ code: 'backtest_external' });
      const asked = { ...request, data: request.data ?? history(asset) };
      return accept(userId, { subject: { kind: 'strategy', rules, timeframe }, subjectId: id }, asked);
    },
    async testSetup(userId, id, request) {
      const saved = await deps.pcr.rulesOf(db.sql, userId, id);
      if (saved === null) return err({ code: 'setup_not_found' });
      const asked = { ...request, data: request.data ?? history(saved.asset) };
      return accept(userId, { subject: { kind: 'pcr', rules: pcrRulesOf(saved.rules) }, subjectId: id }, asked);
    },
    async list(userId) {
      const progress = runner.progress();
      const rows = await repository.listJobs(db.sql, userId);
      const jobs = await Promise.all(rows.map((row) => viewOf(userId, row, progress.get(row.id) ?? null)));
      return jobs.map((job) => ({ ...job, asked: null }));
    },
    one,
    async cancel(userId, id) {
      const row = await repository.findJob(db.sql, id, userId);
      if (row !== null) await end(row);
      return one(userId, id);
    },
    async remove(userId, id) {
      const row = await repository.findJob(db.sql, id, userId);
      if (row === null) return null;
      if (await end(row)) return 'cancelled';
      const proof = await repository.findProof(db.sql, id, userId);
      if (proof !== null) await end(proof);
      await db.transaction((tx) => repository.deleteBacktestContents(tx, id, userId, clock.now()));
      return 'forgotten';
    },
    async trades(userId, id) {
      const row = await repository.findJob(db.sql, id, userId);
      const first = row && (await repository.findTradesPart(db.sql, id, 0));
      return first && partsFrom(db.sql, id, first);
    },
    upload: (uploader, body) => receiveUpload({ ...deps, uploads, pool }, uploader, body),
    library: () => shelf.view(),
    idle: () => runner.idle(),
    async start() {
      serveRunnerCalls(calls, runnerId, runner);
      // No other process ever acquires this lease. It shows that this process is alive.
      seeking = cluster.runSingleton(repository.runnerTaskName(runnerId), {
        start: async () => undefined,
        stop: async () => undefined,
      });
      await repository.failInterrupted(db.sql, clock.now());
    },
    async stop() {
      const stopped = runner.stop();
      await pool.stop();
      await stopped;
      await seeking?.stop();
    },
  };
}

async function* partsFrom(sql: BacktestDeps['db']['sql'], id: string, first: Uint8Array): AsyncGenerator<Uint8Array> {
  let bytes: Uint8Array | null = first;
  for (let part = 1; bytes !== null; part += 1) {
    yield bytes;
    bytes = await repository.findTradesPart(sql, id, part);
  }
}
