import type {
  BrokerAccount,
  BrokerAsset,
  BrokerContract,
  BrokerListener,
  BrokerState,
  FeedTick,
} from '@vigia/broker-kit/port';
import type { Clock } from '@vigia/core/kernel';

/** Records every report of a session. */
export class Listener implements BrokerListener {
  readonly states: BrokerState[] = [];
  readonly accounts: (readonly BrokerAccount[])[] = [];
  readonly assets: (readonly BrokerAsset[])[] = [];
  readonly ticks: (FeedTick & { readonly toldAtMs: number })[] = [];
  readonly contracts: BrokerContract[] = [];
  readonly resumables: (string | null)[] = [];
  /** Number of all reports. */
  count = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onState(state: BrokerState): void {
    this.#write(this.states, state);
  }

  onAccounts(accounts: readonly BrokerAccount[]): void {
    this.#write(this.accounts, accounts);
  }

  onAssets(assets: readonly BrokerAsset[]): void {
    this.#write(this.assets, assets);
  }

  onTick(tick: FeedTick): void {
    this.#write(this.ticks, { ...tick, toldAtMs: this.#clock.now() });
  }

  onContract(contract: BrokerContract): void {
    this.#write(this.contracts, contract);
  }

  onResumable(secret: string | null): void {
    this.#write(this.resumables, secret);
  }

  /** Returns the reports of a contract's end, oldest first. */
  ends(contractId: string): readonly BrokerContract[] {
    return this.contracts.filter((contract) => contract.contractId === contractId && contract.result !== null);
  }

  /** Returns the latest secret with which a session can resume; null if there is none. */
  resumable(): string | null {
    return this.resumables.at(-1) ?? null;
  }

  #write<Thing>(list: Thing[], thing: Thing): void {
    list.push(thing);
    this.count += 1;
  }
}
