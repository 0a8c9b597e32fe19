import { ContractTracker, type FollowedContract } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerDeps } from '@vigia/broker-kit/port';
import type { DerivClient } from './client.ts';
import { type ContractAccount, contractOfOpen } from './mapper.ts';
import type { Frame } from './wire/frame.ts';
import { moneyRepliesIn } from './wire/money-replies.ts';
import { forget, openContract } from './wire/requests.ts';

/** Largest number of contract streams. Deriv allows 100 streams in all. Further contracts are polled at their end. */
const STREAMS_MAX = 40;

/** A socket and the account whose option contracts it reports. */
export type ContractSocket = { readonly client: DerivClient; readonly owner: ContractAccount };

/** Follows running option contracts through their streams. If a stream sends no end, the contract is polled. */
export class Contracts {
  readonly #tracker: ContractTracker;
  readonly #socketOf: (accountId: string) => ContractSocket | undefined;
  readonly #streaming = new Map<string, string>();
  /** Progress of each running contract when it was last published (see `progressOf`). */
  readonly #publishedProgress = new Map<string, number>();
  readonly #publish: (contract: BrokerContract) => void;
  readonly #oddities: BrokerDeps['oddities'];

  constructor(
    { clock, oddities }: Pick<BrokerDeps, 'clock' | 'oddities'>,
    offsetMs: () => number,
    socketOf: (accountId: string) => ContractSocket | undefined,
    publish: (contract: BrokerContract) => void,
  ) {
    this.#socketOf = socketOf;
    this.#publish = publish;
    this.#oddities = oddities;
    this.#tracker = new ContractTracker({
      clock,
      offsetMs,
      publish,
      // The result is empty, because each reply has also arrived as a message in `onFrame`, which publishes the end.
      poll: async (contracts) => {
        await Promise.all(contracts.map((contract) => this.#poll(contract)));
        return [];
      },
    });
  }

  follow(contracts: readonly FollowedContract[]): void {
    this.#tracker.follow(contracts);
    for (const contract of contracts) void this.#stream(contract);
  }

  /** Registers an option contract that was just bought. The order has already opened the contract's stream. */
  bought(contract: BrokerContract): void {
    this.#publishedProgress.set(contract.contractId, progressOf(contract));
    this.#streaming.set(contract.contractId, contract.accountId);
    this.#tracker.follow([contract]);
  }

  /** Subscribes again to the streams of an account, after its socket has reconnected. */
  resume(accountId: string): void {
    for (const contract of this.#tracker.followed()) if (contract.accountId === accountId) void this.#stream(contract);
    void this.#tracker.pollDue();
  }

  onDrop(accountId: string): void {
    for (const [contractId, ofAccount] of this.#streaming)
      if (ofAccount === accountId) this.#streaming.delete(contractId);
  }

  /** Handles `proposal_open_contract` messages, both streamed ones and replies. */
  onFrame(frame: Frame, { client, owner }: ContractSocket): void {
    const read = moneyRepliesIn(owner.currency).OpenContract.safeParse(frame.body);
    if (!read.success) this.#oddities?.unreadable('proposal_open_contract', true);
    const contract = read.success ? contractOfOpen(read.data.proposal_open_contract, owner) : null;
    if (contract === null) return;
    if (contract.result === null) return this.#publishIfAdvanced(contract);
    this.#publishedProgress.delete(contract.contractId);
    this.#streaming.delete(contract.contractId);
    this.#tracker.see(contract);
    if (frame.subscriptionId !== null) void client.call(forget(frame.subscriptionId));
  }

  stop(): void {
    this.#tracker.stop();
  }

  /**
   * Publishes a running contract when it starts, and when its entry price is known (at Deriv a contract starts at the
   * next tick). Publishes a contract with a duration in ticks also at each tick. Repeated messages of the stream are
   * dropped.
   */
  #publishIfAdvanced(contract: BrokerContract): void {
    const progress = progressOf(contract);
    if ((this.#publishedProgress.get(contract.contractId) ?? -1) >= progress) return;
    this.#publishedProgress.set(contract.contractId, progress);
    this.#publish(contract);
  }

  async #stream({ contractId, accountId }: FollowedContract): Promise<void> {
    const socket = this.#socketOf(accountId);
    if (this.#streaming.has(contractId) || this.#streaming.size >= STREAMS_MAX) return;
    if (socket?.client.state().status !== 'open') return;
    this.#streaming.set(contractId, accountId);
    const answer = await socket.client.call(openContract(Number(contractId), true));
    if (!answer.ok) this.#streaming.delete(contractId);
  }

  async #poll({ contractId, accountId }: FollowedContract): Promise<void> {
    await this.#socketOf(accountId)?.client.call(openContract(Number(contractId), false));
  }
}

/**
 * Returns the number of ticks of a running contract so far: 0 before the entry tick, 1 with it, and one more for each
 * later tick.
 */
const progressOf = ({ entryPrice, ticks }: BrokerContract): number =>
  entryPrice === null ? 0 : 1 + (ticks?.passed ?? 0);
