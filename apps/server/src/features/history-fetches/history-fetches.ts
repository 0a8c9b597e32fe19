import { err, ok, type Result } from '@vigia/core/kernel';
import type { Shard } from '#platform/cluster/shards.ts';
import type { HistoryFetchDeps } from './deps.ts';
import * as repository from './fetch.repository.ts';
import { FetchWorker } from './fetching/fetch-worker.ts';
import { finishFetch } from './fetching/finish-fetch.ts';
import { startFetch, type WantedHistory } from './fetching/start-fetch.ts';
import type { HistoryFetchRefusal } from './refusal.ts';

type Row = repository.FetchRow;

/** Price histories that users fetch from their connected brokers. Each history is stored in its own price file. */
export interface HistoryFetches {
  /** Starts or continues a fetch, in the process with the user's broker sessions. */
  start(wanted: WantedHistory): Promise<Result<Row, HistoryFetchRefusal>>;
  list(userId: string): Promise<Row[]>;
  /** Stops a running fetch and keeps the fetched pages. A repeated call changes nothing. */
  cancel(userId: string, id: string): Promise<Result<Row, HistoryFetchRefusal>>;
  /** Runs the fetches of the users of these shards, whose broker sessions are in this process. */
  startShards(shards: readonly Shard[]): void;
  stopShards(shards: readonly Shard[]): Promise<void>;
}

export function createHistoryFetches(deps: HistoryFetchDeps): HistoryFetches {
  const { db } = deps;
  const worker = new FetchWorker(deps);
  return {
    async start(wanted) {
      const started = await startFetch(deps, wanted);
      if (started.ok) void worker.look();
      return started;
    },
    list: (userId) => repository.listFetches(db.sql, userId),
    async cancel(userId, id) {
      const found = await repository.findFetch(db.sql, id, userId);
      if (found === null) return err({ code: 'history_fetch_not_found' });
      await db.transaction((tx) => repository.endFetch(tx, id, 'cancelled', new Date(deps.clock.now())));
      const ended = (await repository.findFetch(db.sql, id, userId)) ?? found;
      if (ended.gaps === null) await finishFetch(deps, ended, (work) => db.transaction(work));
      return ok((await repository.findFetch(db.sql, id, userId)) ?? ended);
    },
    startShards: (shards) => worker.start(shards),
    stopShards: (shards) => worker.stop(shards),
  };
}
