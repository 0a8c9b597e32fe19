import { epochMs, hadMarket, outcomeAt, price } from '#kernel/index.ts';
import type { SettleableSignal } from '#pcr/index.ts';
import { secondsOf, type TradeLength } from '#trades/index.ts';
import type { TickReader } from './backtest.ts';
import type { TradeLog } from './trade-log.ts';

/**
 * Decides the trades with a duration in seconds or ticks by the ticks of the market. A trade enters at the first tick
 * at or after the close of its signal. The last tick before its expiry decides it, as on the paper account. A trade
 * with a duration in ticks is decided by the n-th tick after its entry.
 */
export class TickJudge {
  readonly #ticks: TickReader;
  readonly #length: TradeLength;
  readonly #log: TradeLog;
  readonly #endMs: number;

  /** @param endMs end of the tested data, epoch milliseconds; a trade that ends later stays pending */
  constructor(ticks: TickReader, length: TradeLength, log: TradeLog, endMs: number) {
    this.#ticks = ticks;
    this.#length = length;
    this.#log = log;
    this.#endMs = endMs;
  }

  /**
   * Opens the trade of a signal and decides it, unless the trade ends after the data. Signals come in order of time. A
   * signal at the end of the data has no entry tick yet; its pending trade has the price of the close.
   */
  judge(signal: SettleableSignal): void {
    const ticks = this.#ticks;
    ticks.seekFrom(signal.entryTime);
    if (ticks.timeMs >= this.#endMs) return this.#log.open(signal);
    const entered = { ...signal, entryTime: epochMs(ticks.timeMs), entryPrice: price(ticks.price) };
    const expirationTime = epochMs(this.#seekEnd(entered.entryTime));
    const trade = { ...entered, expirationTime };
    this.#log.open(trade);
    if (expirationTime > this.#endMs) return;
    const hasPrice = hadMarket(ticks.timeMs, trade.entryTime, expirationTime);
    const outcome = hasPrice ? outcomeAt(trade.direction, trade.entryPrice, ticks.price) : 'void';
    this.#log.settle({ signal: trade, outcome, settlePrice: ticks.price });
  }

  /** Moves from the entry tick to the tick that decides the trade. @returns the end of the trade, epoch milliseconds */
  #seekEnd(entryMs: number): number {
    const length = this.#length;
    if (length.unit === 'ticks') {
      for (let left: number = length.ticks; left > 0; left -= 1) this.#ticks.next();
      return this.#ticks.timeMs;
    }
    const expiryMs = entryMs + (secondsOf(length) ?? 0) * 1_000;
    this.#ticks.seekBefore(expiryMs);
    return expiryMs;
  }
}
