import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { BrokerContract } from '#port/index.ts';

/** What is known of a contract whose end is awaited. */
export type FollowedContract = {
  readonly contractId: string;
  readonly accountId: string;
  readonly expiryMs: number;
};

export type TrackerOptions = {
  readonly clock: Clock;
  /** Reads these contracts in the broker's records; those it could not read are left out. */
  poll(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]>;
  /** To the session's listener. */
  tell(contract: BrokerContract): void;
  /** The records are asked this long after an expiry at the earliest, 2 s by default: the stream comes first. */
  readonly graceMs?: number;
  /** … and again this often until the end stands in them, 5 s by default. */
  readonly everyMs?: number;
};

/** How many ended contracts are remembered, so that a late or repeated message of the stream changes nothing. */
const MAX_REMEMBERED = 1_000;

/**
 * Makes sure the end of every followed contract is told, by the stream or, from expiry on, by the broker's records.
 * Everything an adapter learns of a contract goes through `see`, in whatever order and however often it comes.
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

  /** The end of these will be told, also if it was told before. */
  follow(contracts: readonly FollowedContract[]): void {
    for (const contract of contracts) {
      this.#ended.delete(contract.contractId);
      this.#followed.set(contract.contractId, contract);
    }
    this.#schedule();
  }

  /** What is followed and has not ended, as far as we know. */
  followed(): readonly FollowedContract[] {
    return [...this.#followed.values()];
  }

  /** Something was learnt of a contract. Told on unless it is older than, or the same as, what was told of its end. */
  see(contract: BrokerContract): void {
    if (this.#isStopped) return;
    const ended = this.#ended.get(contract.contractId);
    if (ended && (contract.result === null || isSameResult(ended, contract))) return;
    if (contract.result !== null) this.#remember(contract);
    this.#options.tell(contract);
  }

  /** Asks for all that are due now, as after a reconnect. */
  async pollDue(): Promise<void> {
    const nowMs = this.#options.clock.now();
    const due = this.followed().filter(({ expiryMs }) => expiryMs + this.#graceMs <= nowMs);
    if (this.#isPolling || due.length === 0) return;
    this.#isPolling = true;
    try {
      for (const contract of await this.#options.poll(due)) this.see(contract);
    } finally {
      this.#isPolling = false;
    }
  }

  /** Nothing is told any more. */
  stop(): void {
    this.#isStopped = true;
    this.#followed.clear();
    this.#cancelTimer?.();
  }

  #remember(contract: BrokerContract): void {
    this.#followed.delete(contract.contractId);
    this.#ended.set(contract.contractId, contract);
    const oldest = this.#ended.keys().next();
    if (this.#ended.size > MAX_REMEMBERED && !oldest.done) this.#ended.delete(oldest.value);
  }

  /** One timer for all, on the first expiry or, while results are missing, every so often. */
  #schedule(): void {
    this.#cancelTimer?.();
    if (this.#isStopped || this.#followed.size === 0) return;
    const firstMs = Math.min(...this.followed().map(({ expiryMs }) => expiryMs)) + this.#graceMs;
    const waitMs = Math.max(0, firstMs - this.#options.clock.now());
    this.#cancelTimer = this.#options.clock.after(durationMs(waitMs), () => this.#pollAndGoOn());
  }

  #pollAndGoOn(): void {
    void this.pollDue();
    this.#cancelTimer = this.#options.clock.after(durationMs(this.#everyMs), () => {
      const nowMs = this.#options.clock.now();
      const isAnyDue = this.followed().some(({ expiryMs }) => expiryMs + this.#graceMs <= nowMs);
      if (isAnyDue) this.#pollAndGoOn();
      else this.#schedule();
    });
  }
}

function isSameResult(a: BrokerContract, b: BrokerContract): boolean {
  return a.result?.outcome === b.result?.outcome && a.result?.profitMinor === b.result?.profitMinor;
}
