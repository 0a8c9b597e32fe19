import type { EpochMs, MinorUnits, Ratio } from '@vigia/core/kernel';
import type { Direction } from '@vigia/core/vocabulary';

/** How a contract ended, as the broker reports it. */
export type ContractResult = {
  readonly outcome: 'won' | 'lost' | 'tie' | 'void' | 'sold';
  /** Profit net of the stake: negative for a loss, 0 for a tie. */
  readonly profitMinor: MinorUnits;
  readonly settlePrice: number | null;
  /** Time that the broker states for the settle price (docs/spec/brokers); null if it states none. */
  readonly settleTickMs: EpochMs | null;
  readonly settledAtMs: EpochMs;
};

/** A contract in the broker's records. */
export type BrokerContract = {
  /** Id of the contract at the broker, by which its records are found. */
  readonly contractId: string;
  /** Vigía's tag of the order if the broker returns it, else null. */
  readonly orderId: string | null;
  readonly accountId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  /** Profit of a win as a fraction of the stake; null if the broker states none. */
  readonly payoutRatio: Ratio | null;
  readonly entryPrice: number | null;
  /**
   * Time that the broker states for the entry price (docs/spec/brokers); null if it states none. It may be later than
   * `openedAtMs`: some brokers begin a contract at the next tick.
   */
  readonly entryTickMs: EpochMs | null;
  readonly openedAtMs: EpochMs;
  /**
   * End of the contract. A contract in ticks has no expiry in advance. While it runs, this is an estimate, from which
   * on the session polls for its end. Later it is the time of its end.
   */
  readonly expiryMs: EpochMs;
  /** Length of a contract in ticks, and how many ticks after the entry have passed; absent for other contracts. */
  readonly ticks?: {
    readonly total: number;
    /** null if the broker does not state it. */
    readonly passed: number | null;
  };
  /** How the contract ended; null while the contract runs. */
  readonly result: ContractResult | null;
  /**
   * Whether a contract without a tag was matched with an order of unknown outcome although another unclaimed contract
   * fits too. The user may have placed one of the two on the broker's site.
   */
  readonly hasDouble?: true;
};
