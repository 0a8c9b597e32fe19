import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { LeasedFeed } from '../create-market-data.ts';
import type { CandleClosedMessage } from '../topics.ts';
import type { FeedMark, FeedRun, LogBatch, LogEvent, SourceTerms } from './market-log.ts';

const FLUSH_EVERY_MS = 50;
/** Interval in milliseconds at which a feed without events sends a heartbeat. */
const SIGN_EVERY_MS = 250;
const TERMS_EVERY_MS = 1_000;
/** Largest number of events in one message. An event has about 100 bytes, and NATS refuses messages above 1 MB. */
const BATCH_EVENTS = 2_000;
/** Number of events kept for followers that have lost some. They cover several minutes of 25 assets. */
const KEPT_EVENTS = 30_000;
const KEPT_BATCHES = 6_000;

type LogDeps = {
  readonly era: FeedRun;
  readonly clock: Clock;
  readonly send: (batch: LogBatch) => void;
  /** Returns false while this process is not sure that it owns the feed; the log then publishes nothing. */
  readonly isTrusted: () => boolean;
  /** Returns the current state of the feed. */
  readonly facts: () => Pick<FeedMark, 'state' | 'throughMs'>;
  readonly terms: () => SourceTerms;
};

/** Logs the events of a feed in order and publishes them in numbered batches. */
export class FeedLog {
  readonly #deps: LogDeps;
  readonly #kept: LogBatch[] = [];
  #keptEvents = 0;
  #pending: LogEvent[] = [];
  #nextSeq = 0;
  #sentMs = -Infinity;
  #termsMs = -Infinity;
  #terms = '';
  #cancel: Cancel | null = null;

  constructor(deps: LogDeps) {
    this.#deps = deps;
  }

  /** Starts the log. Followers read earlier events from the memory of the market. */
  begin(): void {
    this.#cancel = this.#deps.clock.every(durationMs(FLUSH_EVERY_MS), () => this.#round());
    this.#round();
  }

  end(): void {
    this.flush();
    this.#cancel?.();
    this.#cancel = null;
  }

  readonly recorder: LeasedFeed['recorder'] = {
    addTick: (symbol, timeMs, price, backfilled) => this.#add({ kind: 'tick', symbol, timeMs, price, backfilled }),
    addClosed: ({ symbol, timeframe, candle, backfilled }: CandleClosedMessage) =>
      this.#add({ kind: 'closed', symbol, timeframe, candle, backfilled }),
  };

  /**
   * Publishes pending events, and returns a position that covers all of them. Returns null if this process may not
   * publish.
   */
  flush(): FeedMark | null {
    if (this.#cancel === null || !this.#deps.isTrusted()) return null;
    if (this.#pending.length > 0) this.#sendPending();
    return { era: this.#deps.era, seq: this.#nextSeq - 1, ...this.#deps.facts() };
  }

  /** Returns the batches after `seq`; null if the log no longer has all of them. */
  after(seq: number): readonly LogBatch[] | null {
    const first = this.#kept[0];
    if (first === undefined || seq + 1 < first.seq) return null;
    const found: LogBatch[] = [];
    let events = 0;
    for (const batch of this.#kept.slice(seq + 1 - first.seq)) {
      events += batch.events.length;
      if (found.length > 0 && events > BATCH_EVENTS) break;
      found.push(batch);
    }
    return found;
  }

  #add(event: LogEvent): void {
    if (this.#cancel !== null) this.#pending.push(event);
  }

  #round(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#termsMs >= TERMS_EVERY_MS) this.#lookAtTerms(nowMs);
    const isDue = this.#pending.length > 0 || nowMs - this.#sentMs >= SIGN_EVERY_MS;
    if (isDue && this.#deps.isTrusted()) this.#sendPending();
  }

  /** Sends pending events, or an empty batch as a heartbeat. */
  #sendPending(): void {
    const { era, facts } = this.#deps;
    const { state, throughMs } = facts();
    const events = this.#pending;
    this.#pending = [];
    for (let from = 0; from < events.length || from === 0; from += BATCH_EVENTS) {
      const isLast = from + BATCH_EVENTS >= events.length;
      const slice = events.slice(from, from + BATCH_EVENTS);
      this.#send({ era, seq: this.#nextSeq, state, throughMs: isLast ? throughMs : null, events: slice });
    }
  }

  #lookAtTerms(nowMs: number): void {
    this.#termsMs = nowMs;
    const terms = this.#deps.terms();
    const text = JSON.stringify(terms);
    if (text !== this.#terms) this.#add({ kind: 'terms', terms });
    this.#terms = text;
  }

  #send(batch: LogBatch): void {
    this.#nextSeq += 1;
    this.#sentMs = this.#deps.clock.monotonicMs();
    this.#kept.push(batch);
    this.#keptEvents += batch.events.length;
    while (this.#keptEvents > KEPT_EVENTS || this.#kept.length > KEPT_BATCHES)
      this.#keptEvents -= this.#kept.shift()?.events.length ?? 0;
    this.#deps.send(batch);
  }
}
