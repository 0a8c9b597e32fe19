import { createHash } from 'node:crypto';
import { at, type CandleColumns, rowsBetween } from '@vigia/core/candles';
import type { Database } from '#platform/persistence/database.ts';
import { insertPart } from '../price-file.repository.ts';
import { PART_CANDLES, packPart } from '../reading/parts.ts';

type Column = 'time' | 'open' | 'high' | 'low' | 'close';
const COLUMNS: readonly Column[] = ['time', 'open', 'high', 'low', 'close'];

/** Thrown if the user deletes a file while it is being received. */
export class FileDeletedError extends Error {}

/** Collects candles into blocks of one size and stores each block. It holds only one block in memory. */
export class PartWriter {
  readonly #db: Database;
  readonly #fileId: string;
  readonly #hash = createHash('sha256');
  readonly #block: Record<Column, Float64Array>;
  #length = 0;
  #part = 0;
  /** Bytes of the body received so far; stored as the progress. */
  receivedBytes = 0;

  constructor(db: Database, fileId: string) {
    this.#db = db;
    this.#fileId = fileId;
    const column = () => new Float64Array(PART_CANDLES);
    this.#block = { time: column(), open: column(), high: column(), low: column(), close: column() };
  }

  /** Returns the SHA-256 of all candles. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  async append(candles: CandleColumns): Promise<void> {
    for (let from = 0; from < candles.length; ) {
      const count = Math.min(candles.length - from, PART_CANDLES - this.#length);
      for (const name of COLUMNS) this.#block[name].set(candles[name].subarray(from, from + count), this.#length);
      this.#length += count;
      from += count;
      if (this.#length === PART_CANDLES) await this.flush();
    }
  }

  /**
   * Stores the collected candles as a block.
   * @throws FileDeletedError
   */
  async flush(): Promise<void> {
    if (this.#length === 0) return;
    const candles = rowsBetween({ length: PART_CANDLES, ...this.#block }, 0, this.#length);
    for (const name of COLUMNS) this.#hash.update(candles[name]);
    const bytes = await packPart(candles);
    const stored = {
      fileId: this.#fileId,
      part: this.#part,
      candles: candles.length,
      firstTime: at(candles.time, 0),
      lastTime: at(candles.time, candles.length - 1),
      receivedBytes: this.receivedBytes,
      bytes,
    };
    const isThere = await this.#db.transaction((tx) => insertPart(tx, stored));
    if (!isThere) throw new FileDeletedError('the file was deleted while it was received');
    this.#part += 1;
    this.#length = 0;
  }
}
