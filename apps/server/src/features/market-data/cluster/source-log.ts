import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { OwnedFeed } from '../create-market-data.ts';
import type { CandleClosedMessage } from '../topics.ts';
import type { Era, FeedMark, LogBatch, LogEvent, Terms } from './market-log.ts';

const FLUSH_EVERY_MS = 50;
/** A silent feed shows so often that its owner lives. */
const SIGN_EVERY_MS = 250;
const TERMS_EVERY_MS = 1_000;
/** Events in one message, of about 100 bytes each: brokers of messages refuse those above 1 MB. */
const BATCH_EVENTS = 2_000;
/** What is kept for those who lost some: minutes of 25 assets. */
const KEPT_EVENTS = 30_000;
const KEPT_BATCHES = 6_000;

type LogDeps = {
  readonly era: Era;
  readonly clock: Clock;
  readonly send: (batch: LogBatch) => void;
  /** False while this process cannot be sure to own the feed: nothing is told then. */
  readonly isTrusted: () => boolean;
  /** How the feed stands now. */
  readonly facts: () => Pick<FeedMark, 'state' | 'throughMs'>;
  readonly terms: () => Terms;
};

/** Writes down what a feed brings, in its order, and tells it in numbered batches. */
export class SourceLog {
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

  /** What came before is in the market's memory, which followers ask for. */
  begin(): void {
    this.#cancel = this.#deps.clock.every(durationMs(FLUSH_EVERY_MS), () => this.#round());
    this.#round();
  }

  end(): void {
    this.flush();
    this.#cancel?.();
    this.#cancel = null;
  }

  readonly recorder: OwnedFeed['recorder'] = {
    addTick: (symbol, timeMs, price, backfilled) => this.#add({ kind: 'tick', symbol, timeMs, price, backfilled }),
    addClosed: ({ symbol, timeframe, candle, backfilled }: CandleClosedMessage) =>
      this.#add({ kind: 'closed', symbol, timeframe, candle, backfilled }),
  };

  /** Tells what waits, so that the mark returned stands for all that has happened; null: it may not be told. */
  flush(): FeedMark | null {
    if (this.#cancel === null || !this.#deps.isTrusted()) return null;
    if (this.#pending.length > 0) this.#sendPending();
    return { era: this.#deps.era, seq: this.#nextSeq - 1, ...this.#deps.facts() };
  }

  /** Some of what came after `seq`, or null where that is not known any more. */
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
    const nowMs = this.#deps.clock.now();
    if (nowMs - this.#termsMs >= TERMS_EVERY_MS) this.#lookAtTerms(nowMs);
    const isDue = this.#pending.length > 0 || nowMs - this.#sentMs >= SIGN_EVERY_MS;
    if (isDue && this.#deps.isTrusted()) this.#sendPending();
  }

  /** A sign of life where nothing waits. */
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
    this.#sentMs = this.#deps.clock.now();
    this.#kept.push(batch);
    this.#keptEvents += batch.events.length;
    while (this.#keptEvents > KEPT_EVENTS || this.#kept.length > KEPT_BATCHES)
      this.#keptEvents -= this.#kept.shift()?.events.length ?? 0;
    this.#deps.send(batch);
  }
}
