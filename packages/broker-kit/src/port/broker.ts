import type { CandleColumns } from '@vigia/core/candles';
import type { Cancel, Clock, EpochMs, IdSource, MinorUnits, Ratio, Result, Rng } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { AssetType, BrokerId, Direction } from '@vigia/core/vocabulary';
import type { BrokerCredentials, CredentialKind } from './credentials.ts';
import type { BrokerFault } from './faults.ts';
import type { FeedTick } from './price-feed.ts';

/** Demo or real money at the broker; the user chooses per connection. */
export type BrokerAccountKind = 'demo' | 'real';

/** One account of the login. An account in a currency whose decimals we do not know is not listed. */
export type BrokerAccount = {
  /** The broker's own id of the account. */
  readonly accountId: string;
  readonly kind: BrokerAccountKind;
  /** All amounts of the account have the decimals of this currency. */
  readonly currency: Currency;
  readonly balanceMinor: MinorUnits;
};

/** The stakes an asset accepts from accounts in one currency; null where the broker publishes no limit. */
export type StakeLimits = {
  readonly currency: Currency;
  readonly minStakeMinor: MinorUnits | null;
  readonly maxStakeMinor: MinorUnits | null;
};

/** One asset as the broker offers it. */
export type BrokerAsset = {
  /** Our symbol if we know the asset (`EURUSD`), else the broker's own, if it has the form of an AssetSymbol. */
  readonly symbol: string;
  readonly name: string;
  readonly type: AssetType;
  readonly decimals: number;
  readonly isOpen: boolean;
  /** Durations on sale now, in seconds, ascending; empty if they are known only on request. */
  readonly durationsS: readonly number[];
  /** Profit of a win as a fraction of the stake; null if the broker prices each contract separately (see `quote`). */
  readonly payoutRatio: Ratio | null;
  /** The stakes it accepts, for each currency of the login's accounts in which the broker publishes limits. */
  readonly stakeLimits: readonly StakeLimits[];
};

/** An order. We store it before sending it, and send it at most once, even if its outcome is unknown. */
export type BrokerOrder = {
  /** The id of our trade; sent as the client's tag if the broker accepts one. */
  readonly orderId: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  readonly durationS: number;
  /**
   * Lowest payout accepted; below it the order is refused (`price_moved`), before sending if the payout is known. null
   * accepts any.
   */
  readonly minPayoutRatio: Ratio | null;
  /** Deadline: the order is never sent from this time on. */
  readonly sendDeadlineMs: EpochMs;
};

/** An order that was sent or may have been sent. */
export type SentOrder = BrokerOrder & { readonly sentAtMs: EpochMs };

/** How a contract ended, as the broker reports it. */
export type ContractResult = {
  readonly outcome: 'won' | 'lost' | 'tie' | 'void' | 'sold';
  /** Net of the stake: negative for a loss, 0 for a tie. */
  readonly profitMinor: MinorUnits;
  readonly settlePrice: number | null;
  /** Time that the broker states for the settle price (docs/spec/brokers); null where it states none. */
  readonly settleTickMs: EpochMs | null;
  readonly settledAtMs: EpochMs;
};

/** A contract in the broker's book. */
export type BrokerContract = {
  /** The broker's own id of the contract, by which its records are found. */
  readonly contractId: string;
  /** Our tag if the broker returns it; null otherwise. */
  readonly orderId: string | null;
  readonly accountId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  /** Profit of a win as a fraction of the stake; null where the broker states none. */
  readonly payoutRatio: Ratio | null;
  readonly entryPrice: number | null;
  /**
   * Time that the broker states for the entry price (docs/spec/brokers); null where it states none. It may come after
   * `openedAtMs`: some brokers begin a contract at the next tick.
   */
  readonly entryTickMs: EpochMs | null;
  readonly openedAtMs: EpochMs;
  readonly expiryMs: EpochMs;
  /** null while it runs. */
  readonly result: ContractResult | null;
  /**
   * Set if a contract without a tag was matched with an order of unknown outcome, and another unclaimed contract fits
   * the order as well. The user may have placed one of the two on the broker's site.
   */
  readonly hasDouble?: true;
};

/**
 * Result of sending an order. `refused`: the broker refused the order, or it was provably never sent. `unknown`: it may
 * have arrived. Only `reconcile` resolves it, and it is never sent again.
 */
export type OrderReply =
  | { readonly outcome: 'accepted'; readonly contract: BrokerContract }
  | { readonly outcome: 'refused'; readonly fault: BrokerFault }
  | {
      readonly outcome: 'unknown';
      readonly cause: 'timeout' | 'connection_lost' | 'server_error';
      readonly sentAtMs: EpochMs;
    };

/**
 * The broker's own records on an order of unknown outcome. `absent`: records that were read whole and late enough to
 * contain the order do not contain it. `unread`: they hold a row that may be its contract and that the adapter cannot
 * read. `undecided`: reconcile again later.
 */
export type Reconciliation =
  | { readonly verdict: 'found'; readonly contract: BrokerContract }
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'unread' }
  | { readonly verdict: 'undecided' };

/** Milliseconds by which the broker's clock is ahead of ours, and the round-trip time; null until measured. */
export type BrokerTime = { readonly offsetMs: number | null; readonly roundTripMs: number | null };

/**
 * `connecting` also during automatic reconnects. `failed` is final: the user must act, or the broker refused; the fault
 * says which. `closed` by us.
 */
export type BrokerState =
  | { readonly status: 'connecting'; readonly fault: BrokerFault | null }
  | { readonly status: 'connected' }
  | { readonly status: 'failed'; readonly fault: BrokerFault }
  | { readonly status: 'closed' };

/** Listener of a session. Calls come from socket and timer callbacks, never from within `open`. */
export interface BrokerListener {
  /** On every change. */
  onState(state: BrokerState): void;
  /** Balances changed; all accounts of the login. */
  onAccounts(accounts: readonly BrokerAccount[]): void;
  /** Called when an asset opened, closed or changed its payout. */
  onAssets(assets: readonly BrokerAsset[]): void;
  /**
   * Ticks of watched symbols, ascending per symbol, each once; ticks that fill a gap come first, marked `backfilled`.
   */
  onTick(tick: FeedTick): void;
  /** Called when a contract of this login began or ended, possibly more than once. */
  onContract(contract: BrokerContract): void;
  /**
   * Called with a secret with which a later session can resume instead of signing in; null if the previous secret has
   * become invalid.
   */
  onResumable(secret: string | null): void;
}

/** Writes one log line, without secrets. */
export type BrokerLog = (level: 'debug' | 'info' | 'warn', text: string) => void;

/** Dependencies of a session. */
export type BrokerDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly ids: IdSource;
  readonly log: BrokerLog;
  /**
   * Origins that replace the broker's own, for simulators. The keys are listed in the broker's README, e.g. `{ rest:
   * 'http://127.0.0.1:4001' }`. Empty for the real broker.
   */
  readonly origins: Readonly<Record<string, string>>;
};

/** One user's login at one broker. It shares nothing with any other session. */
export interface BrokerSession {
  /**
   * Signs in. Resolves once accounts and assets are known, or with the fault; afterwards it reconnects by itself.
   * `auth_2fa_required`: the broker sent a code; continue with `answerCode`.
   */
  connect(): Promise<Result<null, BrokerFault>>;
  /** The code the broker sent (SMS, app or mail); resolves as `connect` does. */
  answerCode(code: string): Promise<Result<null, BrokerFault>>;
  state(): BrokerState;
  accounts(): readonly BrokerAccount[];
  assets(): readonly BrokerAsset[];
  time(): BrokerTime;
  /** The current profit of a win of such a contract, as a fraction of the stake. */
  quote(order: {
    readonly accountId: string;
    readonly symbol: string;
    readonly direction: Direction;
    readonly stakeMinor: MinorUnits;
    readonly durationS: number;
  }): Promise<Result<Ratio, BrokerFault>>;
  /** Sends an order once, without a retry. The contract's end comes through `onContract`. */
  place(order: BrokerOrder): Promise<OrderReply>;
  /**
   * Looks up orders of unknown outcome in the broker's own records. Returns one verdict per order, in the same order.
   * @param claimed contract ids that belong to other orders of ours and cannot match
   */
  reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>>;
  /**
   * Makes sure that `onContract` reports the end of these contracts, even if they have ended already or the stream
   * stays silent (records are polled from the expiry on). Call it again after a restart of this process.
   */
  follow(
    contracts: readonly { readonly contractId: string; readonly accountId: string; readonly expiryMs: EpochMs }[],
  ): void;
  /**
   * Publishes the ticks of the symbol through `onTick` until cancelled. After a reconnect it resubscribes and fills the
   * gap.
   * @param afterMs the time of the last tick that the caller has; missed ticks come first, as far back as gaps are
   * filled
   */
  watch(symbol: string, afterMs?: number): Cancel;
  /**
   * Returns the closed candles that begin in fromMs ≤ time < toMs, ascending, as far back as the broker's history goes.
   */
  candles(
    symbol: string,
    timeframeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>>;
  /**
   * Ends the session; nothing is reported after it resolves.
   * @param how `forget` also signs out at the broker, which invalidates the resumable secret
   */
  close(how: 'keep' | 'forget'): Promise<void>;
}

/** Information about a broker in Spanish, shown before users enter a password. */
export type BrokerWords = {
  /** The address of its site as shown to users. */
  readonly site: string;
  /** Facts about this broker beyond its traits, with their sources. */
  readonly known: string;
  /** How users obtain the credentials, if those are more than an e-mail address and a password. */
  readonly steps?: { readonly opener: string; readonly list: readonly string[]; readonly warning?: string };
};

/** Properties of a broker that the screens show and the rules use. */
export type BrokerTraits = {
  /** The name as its users write it. */
  readonly displayName: string;
  /** Whether the broker documents its interface for others to use. */
  readonly isOfficial: boolean;
  /** True if no source confirms that today's site still uses this protocol. */
  readonly isExperimental: boolean;
  /**
   * Whether the broker forbids automated trading. Automation with real money is then disabled
   * (docs/spec/money-and-limits.md §9).
   */
  readonly forbidsBots: boolean;
  /** The kinds of credentials that the screens offer, the preferred one first. */
  readonly credentialKinds: readonly [CredentialKind, ...CredentialKind[]];
  /** Kinds that requests may contain too, although no known way in works with them; the adapter says why. */
  readonly unofferedKinds?: readonly CredentialKind[];
  /** Whether equal prices lose (`lost`) or give the stake back (`tie`). */
  readonly onEqualPrices: 'tie' | 'lost';
  /**
   * Whether the times that it states beside entry and settle price are those of ticks, or those at which the contract
   * began and ended.
   */
  readonly priceTimes: 'tick' | 'contract';
  /** Length in seconds of the shortest candles in its history. Missed ticks are derived from these candles. */
  readonly shortestCandleS: number;
  /** The broker's own domains. No other host receives users' credentials. */
  readonly domains: readonly string[];
  readonly words: BrokerWords;
};

/** One broker: its traits, and how to open a user's session. `Id` defaults to the ids users can choose. */
export interface Broker<Id extends string = BrokerId> {
  readonly id: Id;
  readonly traits: BrokerTraits;
  /**
   * A session that does not contact the broker before `connect`.
   * @param resume the value `onResumable` got in an earlier session of the same login, or null
   */
  open(
    credentials: BrokerCredentials,
    resume: string | null,
    listener: BrokerListener,
    deps: BrokerDeps,
  ): BrokerSession;
}
