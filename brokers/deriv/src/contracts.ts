import { ContractTracker, type FollowedContract } from '@vigia/broker-kit/orders';
import type { BrokerContract } from '@vigia/broker-kit/port';
import type { Clock } from '@vigia/core/kernel';
import type { DerivClient } from './client.ts';
import { contractOfOpen, type Owner } from './mapper.ts';
import type { Frame } from './wire/frame.ts';
import { repliesIn } from './wire/money-replies.ts';
import { forget, openContract } from './wire/requests.ts';

/** Most contract streams on one socket. Deriv allows 100 streams in all. Further contracts are polled at their end. */
const STREAMS_MAX = 40;

/** A socket and the account whose contracts it carries. */
export type ContractSocket = { readonly client: DerivClient; readonly owner: Owner };

/** Follows running contracts by their streams, and polls those whose stream stays silent. */
export class Contracts {
  readonly #tracker: ContractTracker;
  readonly #socketOf: (accountId: string) => ContractSocket | undefined;
  readonly #streaming = new Map<string, string>();
  /** Contracts whose begin was published, and whether the entry price was part of it. */
  readonly #begun = new Map<string, boolean>();
  readonly #publish: (contract: BrokerContract) => void;

  constructor(
    clock: Clock,
    offsetMs: () => number,
    socketOf: (accountId: string) => ContractSocket | undefined,
    publish: (contract: BrokerContract) => void,
  ) {
    this.#socketOf = socketOf;
    this.#publish = publish;
    this.#tracker = new ContractTracker({
      clock,
      offsetMs,
      publish,
      // A reply also arrives as a message in `onFrame`, which has already published the end.
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

  /** Registers a contract that was just bought. The order has already opened its stream. */
  bought(contract: BrokerContract): void {
    this.#begun.set(contract.contractId, contract.entryPrice !== null);
    this.#streaming.set(contract.contractId, contract.accountId);
    this.#tracker.follow([contract]);
  }

  /** Resumes the streams of an account after its socket has reconnected. */
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
    const read = repliesIn(owner.currency).OpenContract.safeParse(frame.body);
    const contract = read.success ? contractOfOpen(read.data.proposal_open_contract, owner) : null;
    if (contract === null) return;
    if (contract.result === null) return this.#publishBegin(contract);
    this.#begun.delete(contract.contractId);
    this.#streaming.delete(contract.contractId);
    this.#tracker.see(contract);
    if (frame.subscriptionId !== null) void client.call(forget(frame.subscriptionId));
  }

  stop(): void {
    this.#tracker.stop();
  }

  /**
   * Publishes a running contract once, although the stream repeats it at every tick, and again when the entry price is
   * known: Deriv begins a contract at the next tick.
   */
  #publishBegin(contract: BrokerContract): void {
    const hasEntry = contract.entryPrice !== null;
    const isEntryPublished = this.#begun.get(contract.contractId);
    if (isEntryPublished === true || isEntryPublished === hasEntry) return;
    this.#begun.set(contract.contractId, hasEntry);
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
