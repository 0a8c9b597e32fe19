import { type FaultScript, PageResponses, type SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Cancel, Clock } from '@vigia/core/kernel';
import type { EngineSocket } from './engine-socket.ts';
import { ourSymbol } from './wire.ts';

export type ChartsDeps = { readonly clock: Clock; readonly market: SimulatedMarket; readonly script: FaultScript };

const HISTORY_MS = 300_000;
const CANDLES = 200;
/** Candle lengths in seconds. */
const PERIODS_S = new Set([5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 86_400]);

/** Sends the charts that a client has selected: their last minutes, their ticks and their older candles. */
export class Charts {
  readonly #deps: ChartsDeps;
  readonly #socket: EngineSocket;
  readonly #streams = new Map<string, Cancel>();
  readonly #pages: PageResponses<readonly (readonly number[])[]>;

  constructor(deps: ChartsDeps, socket: EngineSocket) {
    this.#deps = deps;
    this.#socket = socket;
    this.#pages = new PageResponses(deps.script);
  }

  turnTo(asset: string, period: number): void {
    const { market, clock } = this.#deps;
    const symbol = ourSymbol(asset);
    if (!market.asset(symbol)) return;
    const ticks = market.ticks(symbol, clock.now() - HISTORY_MS, clock.now() + 1);
    const history = Array.from(ticks.timeMs, (timeMs, row) => [timeMs / 1000, ticks.price[row], 1]);
    this.#socket.sendBinary('history/list/v2', { asset, period, history, candles: [] });
    this.leave(asset);
    let last = 0;
    const cancel = market.stream(symbol, ({ timeMs, price }) => {
      this.#socket.sendBinary('quotes/stream', [[asset, timeMs / 1000, price, price >= last ? 1 : 0]]);
      last = price;
    });
    this.#streams.set(asset, cancel);
  }

  leave(asset: string): void {
    this.#streams.get(asset)?.();
  }

  sendCandles(body: Readonly<Record<string, unknown>>): void {
    const { market, script } = this.#deps;
    const { asset, time: end, offset, period } = body;
    if (typeof end !== 'number' || typeof offset !== 'number' || typeof period !== 'number') return;
    if (script.isRateLimited || !market.asset(ourSymbol(String(asset))) || !PERIODS_S.has(period)) return;
    const fromS = end - Math.min(offset, CANDLES * period);
    const candles = market.candles(ourSymbol(String(asset)), period, fromS * 1000, end * 1000);
    const data = candles.map(({ time, open, high, low, close }) => [time, open, close, high, low]);
    this.#pages.answer(data, {
      send: (page) => this.#socket.sendBinary('history/load', { asset, index: body['index'], data: page }),
      // No source shows a refusal, so the simulator does not answer.
      refuse: () => undefined,
      cut: () => this.#socket.cut(),
    });
  }

  end(): void {
    for (const cancel of this.#streams.values()) cancel();
  }
}
