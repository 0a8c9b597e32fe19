import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { BrokerContract } from '#port/index.ts';

/** An option contract whose end the tracker waits for. */
export type FollowedContract = { readonly contractId: string; readonly accountId: string; readonly expiryMs: number };

export type TrackerOptions = {
  readonly clock: Clock;
  /**
   * Reads these option contracts from the broker's records. If a contract cannot be read, the result does not contain
   * it.
   */
  poll(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]>;
  /** Passes a report of an option contract to the session's listener. */
  publish(contract: BrokerContract): void;
  /** Milliseconds by which the clock of the contracts' expiries is ahead of Vigía's clock; 0 by default. */
  offsetMs?(): number;
  /**
   * Delay from the expiry to the first poll of the records, 2 s by default. The stream usually reports the end earlier.
   */
  readonly graceMs?: number;
  /**
   * Interval between further polls of the broker's records until they contain the result of the contract; 5 s by
   * default.
   */
  readonly everyMs?: number;
};

/**
 * Number of ended contracts that are kept in memory, so that late or repeated messages of the stream are recognised.
 */
const MAX_REMEMBERED = 1_000;

/**
 * Publishes the end of every followed option contract. The end comes from the broker's stream; after the expiry the
 * tracker also polls the broker's records. The adapter passes every report of a contract to `see`, in any order and any
 * number of times.
 */
export class ContractTracker {
  readonly #options: TrackerOptions;
  readonly #graceMs: number;
  readonly #everyMs: number;
  readonly #followed = new Map<string, FollowedContract>();
  readonly #ended = new Map<string, BrokerContract>();
  #cancelTimer: Cancel | null = null;
  #isPolling = false;
  #isStopped = false;

  constructor(options: TrackerOptions) {
    this.#options = options;
    this.#graceMs = options.graceMs ?? 2_000;
    this.#everyMs = options.everyMs ?? 5_000;
  }

  /** Follows these contracts: publishes the end of each one, even if it was published before. */
  follow(contracts: readonly FollowedContract[]): void {
    for (const contract of contracts) {
      this.#ended.delete(contract.contractId);
      this.#followed.set(contract.contractId, contract);
    }
    this.#schedule();
  }

  /** Returns the followed contracts that have not ended yet. */
  followed(): readonly FollowedContract[] {
    return [...this.#followed.values()];
  }

  /**
   * Handles a report of a contract. Publishes the report unless the tracker has already published an equal or newer
   * end.
   */
  see(contract: BrokerContract): void {
    if (this.#isStopped) return;
    const ended = this.#ended.get(contract.contractId);
    if (ended && (contract.result === null || isSameResult(ended, contract))) return;
    if (contract.result !== null) this.#remember(contract);
    this.#options.publish(contract);
  }

  /** Polls all contracts that are due now. A session calls it after a reconnect. */
  async pollDue(): Promise<void> {
    const nowMs = this.#theirNowMs();
    const due = this.followed().filter(({ expiryMs }) => expiryMs + this.#graceMs <= nowMs);
    if (this.#isPolling || due.length === 0) return;
    this.#isPolling = true;
    try {
      for (const contract of await this.#options.poll(due)) this.see(contract);
    } finally {
      this.#isPolling = false;
    }
  }

  /** Stops publishing and polling. */
  stop(): void {
    this.#isStopped = true;
    this.#followed.clear();
    this.#cancelTimer?.();
  }

  #theirNowMs(): number {
    return this.#options.clock.now() + (this.#options.offsetMs?.() ?? 0);
  }

  #remember(contract: BrokerContract): void {
    this.#followed.delete(contract.contractId);
    this.#ended.set(contract.contractId, contract);
    const oldest = this.#ended.keys().next();
    if (this.#ended.size > MAX_REMEMBERED && !oldest.done) this.#ended.delete(oldest.value);
  }

  /** Schedules one timer for all contracts: at the first expiry or, while results are missing, at the poll interval. */
  #schedule(): void {
    this.#cancelTimer?.();
    if (this.#isStopped || this.#followed.size === 0) return;
    const firstMs = Math.min(...this.followed().map(({ expiryMs }) => expiryMs)) + this.#graceMs;
    const waitMs = Math.max(0, firstMs - this.#theirNowMs());
    this.#cancelTimer = this.#options.clock.after(durationMs(waitMs), () => this.#pollAndGoOn());
  }

  #pollAndGoOn(): void {
    void this.pollDue();
    this.#cancelTimer = this.#options.clock.after(durationMs(this.#everyMs), () => {
      const nowMs = this.#theirNowMs();
      const isAnyDue = this.followed().some(({ expiryMs }) => expiryMs + this.#graceMs <= nowMs);
      if (isAnyDue) this.#pollAndGoOn();
      else this.#schedule();
    });
  }
}

function isSameResult(a: BrokerContract, b: BrokerContract): boolean {
  return a.result?.outcome === b.result?.outcome && a.result?.profitMinor === b.result?.profitMinor;
}
