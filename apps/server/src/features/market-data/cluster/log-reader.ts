import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { FeedLogClient, OpenMarket } from './feed-log-client.ts';
import { compareFeedRuns, comparePositions, type LogBatch, type LogPosition, logTopicOf } from './market-log.ts';
import { applyBatch } from './replica-state.ts';

/**
 * Time in milliseconds after which a silent lease holder counts as lost. A lease holder sends a heartbeat four times a
 * second.
 */
const SILENT_AFTER_MS = 1_500;
const WATCH_EVERY_MS = 500;
const ASK_AGAIN_MS = 250;
/**
 * Largest number of batches that wait while missing ones are requested; they cover half a minute. Dropped batches are
 * requested again.
 */
const WAITING_BATCHES_MAX = 600;

type FollowerDeps = {
  readonly source: PriceSource;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly feedLog: FeedLogClient;
  /** Called when the market has become available. */
  readonly onOpened: () => void;
};

/**
 * Reads the log of a source without gaps. A batch that follows the last one is applied at once; a later batch waits
 * until the missing ones have been read. Batches of an earlier lease holder are ignored.
 */
export class MarketLogReader {
  readonly #deps: FollowerDeps;
  #opened: OpenMarket | null = null;
  #position: LogPosition | null = null;
  #waiting: LogBatch[] = [];
  #catchingUp: Promise<void> | null = null;
  #heardMs = -Infinity;
  #cancels: Cancel[] = [];
  #endPause: () => void = () => undefined;
  #isStopped = false;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** Returns the market; null until the first message of the lease holder has arrived. */
  get opened(): OpenMarket | null {
    return this.#opened;
  }

  start(): void {
    const { bus, clock, source } = this.#deps;
    this.#cancels = [
      bus.subscribe(logTopicOf(source), (batch) => this.#receive(batch)),
      clock.every(durationMs(WATCH_EVERY_MS), () => this.#watch()),
    ];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
    this.#endPause();
    await this.#catchingUp;
    this.#opened?.close();
  }

  #receive(batch: LogBatch): void {
    const position = this.#position;
    const order = position === null ? 1 : compareFeedRuns(batch.era, position.era);
    if (order < 0 || (order === 0 && batch.seq <= (position?.seq ?? -1))) return;
    this.#heardMs = this.#deps.clock.monotonicMs();
    if (this.#catchingUp === null && this.#take(batch)) return;
    this.#waiting.push(batch);
    if (this.#waiting.length > WAITING_BATCHES_MAX) this.#waiting.shift();
    // The call is deferred, because a lease holder in this same process would publish more events during the call.
    this.#catchingUp ??= Promise.resolve()
      .then(() => this.#catchUp())
      .finally(() => {
        this.#catchingUp = null;
      });
  }

  /**
   * Applies a batch.
   * @returns false if the batch does not follow the last applied one
   */
  #take(batch: LogBatch): boolean {
    const position = this.#position;
    if (this.#opened === null || position === null) return false;
    if (compareFeedRuns(batch.era, position.era) !== 0 || batch.seq !== position.seq + 1) return false;
    this.#position = batch;
    applyBatch(this.#opened, batch);
    return true;
  }

  /**
   * Requests missing batches until the waiting ones follow without a gap. The lease holder may become unreachable or
   * change in the meantime.
   */
  async #catchUp(): Promise<void> {
    const { log, source } = this.#deps;
    this.#opened?.market.onState('catching_up');
    while (!this.#isStopped && this.#waiting.length > 0) {
      const isReached = await this.#askOwner().catch((error: unknown) => {
        log.warn({ err: error, source }, 'what was missed of a feed is asked for again');
        return false;
      });
      if (isReached) this.#takeWaiting();
      if (this.#waiting.length > 0) await this.#pause();
    }
  }

  /** Applies the waiting batches that now follow without a gap. */
  #takeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const [index, batch] of waiting.entries()) {
      const isPast = this.#position !== null && comparePositions(batch, this.#position) <= 0;
      if (isPast || this.#take(batch)) continue;
      this.#waiting = waiting.slice(index);
      return;
    }
  }

  async #askOwner(): Promise<boolean> {
    return (await this.#replay()) || (await this.#readAll());
  }

  /** Reads and applies the missed batches. Returns false if the lease holder no longer has them. */
  async #replay(): Promise<boolean> {
    for (;;) {
      const position = this.#position;
      const first = this.#waiting[0];
      if (position === null || first === undefined || compareFeedRuns(first.era, position.era) !== 0) return false;
      const missed = await this.#deps.feedLog.batchesAfter(position.era, position.seq);
      if (missed === null) return false;
      for (const batch of missed) this.#take(batch);
      if (missed.length === 0) return true;
    }
  }

  /**
   * Reads the lease holder's memory and the database again, after a long silence or a take-over. Returns true if the
   * read succeeded.
   */
  async #readAll(): Promise<boolean> {
    const { feedLog, onOpened } = this.#deps;
    const read = await feedLog.read(this.#opened);
    if (read === null || (this.#position !== null && comparePositions(read.position, this.#position) < 0)) return false;
    const before = this.#opened;
    this.#opened = read.bring();
    this.#position = read.position;
    if (this.#opened === before) return true;
    before?.close();
    onOpened();
    return true;
  }

  #watch(): void {
    const market = this.#opened?.market;
    const isSilent = this.#deps.clock.monotonicMs() - this.#heardMs > SILENT_AFTER_MS;
    if (isSilent && this.#catchingUp === null && market?.sourceState === 'live') market.onState('down');
  }

  #pause(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.#endPause = resolve;
      this.#deps.clock.after(durationMs(ASK_AGAIN_MS), resolve);
    });
  }
}
