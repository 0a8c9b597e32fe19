import { type Cancel, type Clock, durationMs, hadMarket, outcomeAt } from '@vigia/core/kernel';
import type { Direction, PriceSource } from '@vigia/core/vocabulary';
import type { Logger } from '#platform/logging/logger.ts';
import type { MarketData, PricePoint } from '../market-data/index.ts';
import type { OutcomeEntry } from './entries.ts';

const CHECK_EVERY_MS = durationMs(1_000);

/** A published signal that no running setup or strategy will settle. */
export type UnsettledSignal = {
  readonly ownerId: string;
  readonly userId: string | null;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly direction: Direction;
  readonly entryTimeMs: number;
  readonly entryPrice: number;
  readonly expirationMs: number;
  /** Whether the duration is in ticks. Our prices cannot decide it, so the outcome is void. */
  readonly inTicks: boolean;
};

type UnsettledSignalsDeps = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly market: Pick<MarketData, 'knownThroughMs' | 'priceBefore'>;
  readonly settle: (outcome: OutcomeEntry) => void;
};

/** Settles published signals whose setups or strategies have been changed or switched off, or have lost their state. */
export class UnsettledSignals {
  readonly #deps: UnsettledSignalsDeps;
  #open: UnsettledSignal[] = [];
  #cancel: Cancel = () => undefined;
  #isRunning = false;

  constructor(deps: UnsettledSignalsDeps) {
    this.#deps = deps;
  }

  get open(): readonly UnsettledSignal[] {
    return this.#open;
  }

  add(end: UnsettledSignal): void {
    this.#open.push(end);
  }

  start(): void {
    this.#cancel = this.#deps.clock.every(CHECK_EVERY_MS, () => void this.#run());
  }

  stop(): void {
    this.#cancel();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const end of this.#open.filter((one) => this.#isDue(one))) await this.#decide(end);
    } catch (error) {
      this.#deps.log.warn(
        { err: error, open: this.#open.length },
        'loose signals wait: the price of their expiry is not at hand',
      );
    } finally {
      this.#isRunning = false;
    }
  }

  /** Returns true once the market knows every tick up to the expiration. */
  #isDue({ source, symbol, expirationMs }: UnsettledSignal): boolean {
    return (this.#deps.market.knownThroughMs(source, symbol) ?? -Infinity) >= expirationMs;
  }

  async #decide(end: UnsettledSignal): Promise<void> {
    const found = await this.#deps.market.priceBefore(end.source, end.symbol, end.expirationMs);
    if (!found.ok) return;
    this.#open = this.#open.filter((one) => one !== end);
    const { ownerId, userId, entryTimeMs } = end;
    this.#deps.settle({
      ownerId,
      userId,
      entryTimeMs,
      outcome: outcomeOf(end, found.value),
      settlePrice: found.value?.price ?? null,
    });
  }
}

function outcomeOf(
  { direction, entryPrice, entryTimeMs, expirationMs, inTicks }: UnsettledSignal,
  last: PricePoint | null,
): OutcomeEntry['outcome'] {
  if (inTicks || last === null || !hadMarket(last.timeMs, entryTimeMs, expirationMs)) return 'void';
  return outcomeAt(direction, entryPrice, last.price);
}
