import type { PriceFileCandlesQuery, PriceFileCandlesView } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { ClusterRun } from '#platform/cluster/cluster.ts';
import { confirmZone } from './confirm-zone.ts';
import type { PriceFileDeps } from './deps.ts';
import { fileCandles } from './file-candles.ts';
import * as repository from './price-file.repository.ts';
import { type IncomingFile, receiveFile } from './receiving/receive-file.ts';
import { type Uploader, UploadsInProgress } from './receiving/uploads-in-progress.ts';
import type { PriceFileRefusal } from './refusal.ts';

type Row = repository.PriceFileRow;

/** Price files of users. Users see only their own. */
export interface PriceFiles {
  /** Receives a file as a stream. The file then waits until `confirm` states the time zone in which it was written. */
  receive(
    uploader: Uploader,
    incoming: IncomingFile,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Result<Row, PriceFileRefusal>>;
  list(userId: string): Promise<Row[]>;
  /** Reads a page of candles of a kept file, for a chart. */
  candles(
    userId: string,
    id: string,
    query: PriceFileCandlesQuery,
  ): Promise<Result<PriceFileCandlesView, PriceFileRefusal>>;
  confirm(userId: string, id: string, timeZone: string): Promise<Result<Row, PriceFileRefusal>>;
  /**
   * Deletes a file with its candles. If the file is being received, the upload is aborted. Returns false if the user
   * has no such file.
   */
  remove(userId: string, id: string): Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createPriceFiles(deps: PriceFileDeps): PriceFiles {
  const { sql } = deps.db;
  const runner = deps.ids.next();
  const receiving = { ...deps, runner, coming: new UploadsInProgress() };
  let alive: ClusterRun | null = null;
  return {
    receive: (uploader, incoming, body) => receiveFile(receiving, uploader, incoming, body),
    list: (userId) => repository.listFiles(sql, userId),
    candles: (userId, id, query) => fileCandles(sql, userId, id, query),
    confirm: (userId, id, timeZone) => confirmZone(deps, userId, id, timeZone),
    remove: (userId, id) => repository.deleteFile(sql, id, userId),
    async start() {
      // No other process ever acquires this lease. It shows that this process is alive.
      alive = deps.cluster.runSingleton(repository.receiverTaskName(runner), {
        start: async () => undefined,
        stop: async () => undefined,
      });
      await repository.deleteInterruptedFiles(sql);
    },
    stop: async () => alive?.stop(),
  };
}
