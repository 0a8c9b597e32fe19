import { fullJitter } from '@vigia/broker-kit/pace';
import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';
import type { CandleColumns } from '@vigia/core/candles';
import { type Cancel, durationMs, type Result } from '@vigia/core/kernel';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { packPage, storePage } from '../../price-files/index.ts';
import type { HistoryFetchDeps, HistorySession } from '../deps.ts';
import {
  endFetch,
  type FetchRow,
  findUnfinishedFetch,
  listUnfinishedFetches,
  recordFault,
  storePageDone,
} from '../fetch.repository.ts';
import { FetchRun } from './fetch-run.ts';
import { finishFetch } from './finish-fetch.ts';
import { pageSpan } from './pages.ts';
import { readPage } from './read-page.ts';

const LOOK_EVERY_MS = durationMs(1_000);
const MINUTE_S = 60;
/** Number of consecutive unknown faults of the broker at one page after which the fetch fails. */
const MAX_UNKNOWN = 8;

/** The reason why an attempt returned no page: a fault of the broker, or no connection to the broker now. */
type Fault = BrokerFaultKind | 'not_connected';

/**
 * Fetches histories through the broker sessions of this process: one page at a time for each user and broker, within
 * the request budget of the session. A page and the progress are stored in one transaction, so a stop at any moment
 * loses at most one page and stores no page twice.
 */
export class FetchWorker {
  readonly #deps: HistoryFetchDeps;
  readonly #shards = new Set<Shard>();
  readonly #runs = new Map<string, FetchRun>();
  #cancel: Cancel = () => undefined;
  #looking: Promise<void> | null = null;

  constructor(deps: HistoryFetchDeps) {
    this.#deps = deps;
  }

  /** Continues the fetches of these shards' users that are unfinished in the database. */
  start(shards: readonly Shard[]): void {
    if (this.#shards.size === 0) this.#cancel = this.#deps.clock.every(LOOK_EVERY_MS, () => void this.look());
    for (const shard of shards) this.#shards.add(shard);
    void this.look();
  }

  /** Interrupts the fetches of these shards' users. Resolves once none of these fetches can write any more. */
  async stop(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) this.#shards.delete(shard);
    if (this.#shards.size === 0) this.#cancel();
    await this.#looking;
    const ending = [...this.#runs.values()].filter(({ userId }) => !this.#shards.has(shardOf(userId)));
    await Promise.all(ending.map((run) => run.stop()));
  }

  /** Searches the database for unfinished fetches and continues them, one search at a time. It never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      for (const { user_id, broker } of await listUnfinishedFetches(this.#deps.db.sql)) this.#ensure(user_id, broker);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'cannot read the history fetches now');
    }
  }

  #ensure(userId: string, broker: string): void {
    const key = `${userId} ${broker}`;
    if (!this.#shards.has(shardOf(userId)) || this.#runs.has(key)) return;
    const run = new FetchRun(userId, this.#deps.clock);
    this.#runs.set(key, run);
    run.begin(() => this.#fetchAll(run, broker).finally(() => this.#runs.delete(key)));
  }

  async #fetchAll(run: FetchRun, broker: string): Promise<void> {
    const { db, log } = this.#deps;
    try {
      while (!run.isStopped) {
        const fetch = await findUnfinishedFetch(db.sql, run.userId, broker);
        if (fetch === null) return;
        await this.#step(run, fetch);
      }
    } catch (error) {
      const level = error instanceof LeaseLostError ? 'info' : 'warn';
      log[level]({ err: error, broker, userId: run.userId }, 'a history fetch is interrupted');
    }
  }

  async #step(run: FetchRun, fetch: FetchRow): Promise<void> {
    if (fetch.status !== 'running') return this.#settle(fetch);
    if (fetch.next_page < fetch.low_page) return this.#end(fetch, 'done');
    const session = this.#deps.brokers.connectionOf(fetch.user_id, fetch.broker)?.session;
    if (session?.state().status !== 'connected') return this.#pause(run, fetch, 'not_connected', LOOK_EVERY_MS);
    const read = await run.orStopped(this.#read(session, fetch));
    if (read === null || run.isStopped) return;
    if (read.ok) return this.#store(run, fetch, read.value);
    const { kind, detail, retryAfterMs = 0 } = read.error;
    this.#deps.log.info({ broker: fetch.broker, symbol: fetch.symbol, kind, detail }, 'no page of history');
    run.faults += 1;
    run.unknown = kind === 'unknown' ? run.unknown + 1 : 0;
    if (run.unknown >= MAX_UNKNOWN) return this.#end(fetch, 'failed');
    const waitMs = Math.max(retryAfterMs, fullJitter(this.#deps.rng, run.faults));
    return this.#pause(run, fetch, kind, waitMs);
  }

  #read(session: HistorySession, fetch: FetchRow): Promise<Result<CandleColumns, BrokerFault>> {
    const grid = { pageCandles: fetch.page_candles, fromTime: fetch.from_time, toTime: fetch.to_time };
    return readPage(
      ({ fromTime, toTime }) => session.candles(fetch.symbol, MINUTE_S, fromTime * 1_000, toTime * 1_000),
      pageSpan(fetch.next_page, grid),
    );
  }

  async #store(run: FetchRun, { id, user_id, next_page }: FetchRow, candles: CandleColumns): Promise<void> {
    const packed = await packPage(candles);
    await this.#deps.sessionShards.transaction([user_id], async (tx) => {
      const isNext = await storePageDone(tx, id, next_page, new Date(this.#deps.clock.now()));
      if (isNext && packed !== null) await storePage(tx, id, next_page, packed);
    });
    run.faults = 0;
    run.unknown = 0;
  }

  async #pause(run: FetchRun, { id, user_id, fault }: FetchRow, now: Fault, waitMs: number): Promise<void> {
    const at = new Date(this.#deps.clock.now());
    if (fault !== now) await this.#deps.sessionShards.transaction([user_id], (tx) => recordFault(tx, id, now, at));
    await run.wait(waitMs);
  }

  #end(fetch: FetchRow, status: 'done' | 'failed'): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    return this.#deps.sessionShards.transaction([fetch.user_id], (tx) => endFetch(tx, fetch.id, status, now));
  }

  #settle(fetch: FetchRow): Promise<void> {
    const { sessionShards } = this.#deps;
    return finishFetch(this.#deps, fetch, (work) => sessionShards.transaction([fetch.user_id], work));
  }
}
