import type { BrokerFault, BrokerState } from '@vigia/broker-kit/port';
import { type Candle, type CandleColumns, columnsOf } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { HistorySession } from './deps.ts';

const MINUTE_S = 60;

/** A broker session whose history and responses are set by the test. */
export class FakeHistory implements HistorySession {
  status: BrokerState['status'] = 'connected';
  /** Faults of the next responses, one per response. */
  faults: BrokerFault[] = [];
  /** Fault of every response that is not listed in `faults`; null if these responses succeed. */
  always: BrokerFault | null = null;
  /** Number of responses after which every further request fails with a network fault. */
  answersLeft = Infinity;
  /** Returns true if the history has a candle at this time (epoch seconds). */
  has: (time: number) => boolean = () => true;
  /** Number of requests that must wait before any is answered. */
  together = 1;
  #waiting: (() => void)[] = [];
  /** Requested spans, as [from, to] in epoch seconds. */
  readonly asked: (readonly [number, number])[] = [];

  state(): BrokerState {
    if (this.status === 'connected') return { status: 'connected' };
    return { status: 'connecting', fault: null };
  }

  assets() {
    const rest = { name: 'x', type: 'forex', decimals: 5, isOpen: true, durationsS: [], payoutRatio: null } as const;
    return ['EURUSD', 'GBPUSD', 'USDJPY'].map((symbol) => ({ ...rest, symbol, stakeLimits: [] }));
  }

  async candles(
    _symbol: string,
    _sizeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>> {
    this.asked.push([fromMs / 1_000, toMs / 1_000]);
    await this.#others();
    const fault = this.faults.shift() ?? this.always;
    if (fault !== null) return err(fault);
    if (this.answersLeft <= 0) return err({ kind: 'network', detail: 'away' });
    this.answersLeft -= 1;
    const candles: Candle[] = [];
    for (let time = fromMs / 1_000; time < toMs / 1_000; time += MINUTE_S) {
      if (this.has(time)) candles.push({ time, open: 1.1, high: 1.2, low: 1, close: 1.1 + (time % 600) / 1e5 });
    }
    return ok(columnsOf(candles));
  }

  #others(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length < this.together) return;
      for (const answer of this.#waiting.splice(0)) answer();
    });
  }
}
