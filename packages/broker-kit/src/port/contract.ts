import type { EpochMs, MinorUnits, Ratio } from '@vigia/core/kernel';
import type { Direction } from '@vigia/core/vocabulary';

/** The result of an option contract, as the broker reports it. */
export type ContractResult = {
  readonly outcome: 'won' | 'lost' | 'tie' | 'void' | 'sold';
  /** Profit net of the stake: negative for a loss, 0 for a tie. */
  readonly profitMinor: MinorUnits;
  readonly settlePrice: number | null;
  /** Time that the broker states for the settle price (docs/spec/brokers); null if it states none. */
  readonly settleTickMs: EpochMs | null;
  readonly settledAtMs: EpochMs;
};

/** An option contract in the broker's records. */
export type BrokerContract = {
  /** Id of the option contract at the broker. Its records are found by this id. */
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
   * `openedAtMs`, because at some brokers a contract starts at the next tick.
   */
  readonly entryTickMs: EpochMs | null;
  readonly openedAtMs: EpochMs;
  /**
   * Expiry of the option contract. The expiry of a contract with a duration in ticks is not known in advance: while the
   * contract runs, the value is an estimate, after which the session starts to poll for the end; then it is the actual
   * end.
   */
  readonly expiryMs: EpochMs;
  /**
   * Number of ticks that a contract with a duration in ticks lasts, and how many ticks after the entry have passed;
   * absent for other contracts.
   */
  readonly ticks?: {
    readonly total: number;
    /** Null if the broker does not state the number. */
    readonly passed: number | null;
  };
  /** The result; null while the contract runs. */
  readonly result: ContractResult | null;
  /**
   * Whether the match between this contract and an order with an unknown execution status is ambiguous: it was made
   * without a tag, and another unclaimed contract also fits. The user may have bought one of the two on the broker's
   * site.
   */
  readonly hasDouble?: true;
};
