import type { BrokerClock } from '@vigia/broker-kit/clock';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type { BrokerFault } from '@vigia/broker-kit/port';
import { PendingRequests } from '@vigia/broker-kit/socket';
import { type Candle, type CandleColumns, columnsOf } from '@vigia/core/candles';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { EmitEvent } from './client.ts';
import { SENT_EVENTS } from './wire/events.ts';
import type { History } from './wire/messages.ts';

/** Candle lengths that the broker offers, in seconds, according to community sources. */
const PERIODS_S = new Set([5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 86_400]);
/** Approximate number of candles in one reply, according to community sources. */
export const CANDLES_PER_REQUEST = 200;
const ANSWER_TIMEOUT_MS = 10_000;
/** Limits of requests. Community sources report that more than two requests at a time risk a ban. */
const PACE = { perSecond: 2, perMinute: 90 };
/**
 * Largest number of empty replies in a row. After more, the history counts as ended. A weekend of 1-minute candles
 * gives about 15.
 */
const MAX_EMPTY = 30;

type Wanted = { readonly wireSymbol: string; readonly periodS: number; readonly fromS: number; readonly toS: number };

/** Reads older candles page by page, from the end backwards. */
export class Candles {
  readonly #emit: EmitEvent;
  readonly #clock: Clock;
  readonly #serverClock: BrokerClock;
  readonly #budget: RequestBudget;
  readonly #answers: PendingRequests<number, readonly Candle[]>;
  #lastIndex = 0;
  /**
   * End of the last long read. Long reads run one after the other, so that the first one completes early. A short read
   * does not wait for them.
   */
  #lastLong: Promise<unknown> = Promise.resolve();

  constructor(options: { readonly emit: EmitEvent; readonly clock: Clock; readonly serverClock: BrokerClock }) {
    this.#emit = options.emit;
    this.#clock = options.clock;
    this.#serverClock = options.serverClock;
    this.#budget = createRequestBudget({ ...PACE, clock: options.clock });
    this.#answers = new PendingRequests(options.clock);
  }

  /** Returns the closed candles with fromS ≤ open time < toS. */
  load(wanted: Wanted): Promise<Result<CandleColumns, BrokerFault>> {
    const { periodS, fromS, toS } = wanted;
    if (toS - fromS <= CANDLES_PER_REQUEST * periodS) return this.#load(wanted);
    const read = this.#lastLong.then(() => this.#load(wanted));
    this.#lastLong = read.catch(() => undefined);
    return read;
  }

  async #load(wanted: Wanted): Promise<Result<CandleColumns, BrokerFault>> {
    const { periodS, fromS, toS } = wanted;
    if (!PERIODS_S.has(periodS)) return err({ kind: 'invalid_duration', detail: `no candles of ${periodS} s` });
    const closedByS = Math.floor(this.#serverClock.now() / 1000) - periodS;
    const found = new Map<number, Candle>();
    let empty = 0;
    for (let endS = toS; endS > fromS && empty <= MAX_EMPTY; ) {
      const batch = await this.#ask(wanted, endS);
      if (!batch.ok) return batch;
      for (const candle of batch.value) {
        if (candle.time >= fromS && candle.time < toS && candle.time <= closedByS) found.set(candle.time, candle);
      }
      empty = batch.value.length === 0 ? empty + 1 : 0;
      endS = Math.min(endS - periodS, batch.value.at(0)?.time ?? endS - CANDLES_PER_REQUEST * periodS);
    }
    return ok(columnsOf([...found.values()].sort((a, b) => a.time - b.time)));
  }

  onHistory({ index, candles, data }: History): void {
    if (index === undefined) return;
    const rows = (candles ?? data ?? []).map(candleOf).filter((candle) => candle !== null);
    this.#answers.settle(
      index,
      rows.sort((a, b) => a.time - b.time),
    );
  }

  onDrop(): void {
    this.#answers.failAll('connection_lost');
  }

  async #ask({ wireSymbol, periodS }: Wanted, endS: number): Promise<Result<readonly Candle[], BrokerFault>> {
    await this.#budget.take();
    this.#lastIndex = Math.max(this.#lastIndex + 1, this.#clock.now());
    const index = this.#lastIndex;
    const answer = this.#answers.wait(index, ANSWER_TIMEOUT_MS);
    const offset = CANDLES_PER_REQUEST * periodS;
    const isSent = this.#emit(SENT_EVENTS.history, { asset: wireSymbol, index, time: endS, offset, period: periodS });
    if (!isSent) {
      this.#answers.settle(index, []);
      return err({ kind: 'network', detail: 'not connected' });
    }
    const batch = await answer;
    return batch.ok ? batch : err({ kind: 'network', detail: `candles: ${batch.error}` });
  }
}

/** Reads a row `[time, open, close, high, low, …]`. The close comes before high and low. */
function candleOf(row: readonly unknown[]): Candle | null {
  const [time, open, close, high, low] = row.slice(0, 5).map(Number);
  if (time === undefined || open === undefined || close === undefined || high === undefined || low === undefined)
    return null;
  return [time, open, close, high, low].every(Number.isFinite) ? { time, open, high, low, close } : null;
}
