import type { CandleColumns } from '@vigia/core/candles';
import type { Cancel, Clock, EpochMs, IdSource, MinorUnits, Ratio, Result, Rng } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { AssetType, BrokerId, Direction } from '@vigia/core/vocabulary';
import type { BrokerConsent } from './consent.ts';
import type { BrokerContract } from './contract.ts';
import type { BrokerCredentials, ConsentTokens, FormKind } from './credentials.ts';
import type { BrokerFault } from './faults.ts';
import type { Oddities } from './oddities.ts';
import type { FeedTick } from './price-feed.ts';
import type { RecordingRules } from './recording-rules.ts';
import type { BrokerSales, EarlySale } from './sale.ts';
import type { WireTap } from './wire-tap.ts';

/** Kinds of account at the broker: demo or real money. The user chooses one per connection. */
export type BrokerAccountKind = 'demo' | 'real';

/** One of the user's accounts at the broker. An account in a currency with unknown decimals is not listed. */
export type BrokerAccount = {
  /** Id of the account at the broker. */
  readonly accountId: string;
  readonly kind: BrokerAccountKind;
  /** Currency of the account; all amounts of the account have its decimals. */
  readonly currency: Currency;
  readonly balanceMinor: MinorUnits;
};

/**
 * An account with play money of the broker. Only {@link isPractice} creates one, so that no real account can be reset.
 */
export type PracticeAccount = BrokerAccount & { readonly kind: 'demo' };

export const isPractice = (account: BrokerAccount): account is PracticeAccount => account.kind === 'demo';

/** The stakes that an asset accepts from accounts in one currency; a limit is null if the broker publishes none. */
export type StakeLimits = {
  readonly currency: Currency;
  readonly minStakeMinor: MinorUnits | null;
  readonly maxStakeMinor: MinorUnits | null;
};

/** One asset as the broker offers it. */
export type BrokerAsset = {
  /**
   * Symbol of the asset: Vigía's symbol for a known asset (`EURUSD`), else the broker's own, if it has the form of an
   * AssetSymbol.
   */
  readonly symbol: string;
  readonly name: string;
  readonly type: AssetType;
  readonly decimals: number;
  readonly isOpen: boolean;
  /** Durations that the broker offers now, in seconds, ascending; empty if the broker states them only on request. */
  readonly durationsS: readonly number[];
  /** Durations in ticks that the broker offers now, ascending; absent if it offers none or has not stated them yet. */
  readonly durationTicks?: readonly number[];
  /**
   * Profit of a win as a fraction of the stake; null if the broker prices each option contract separately (see
   * `quote`).
   */
  readonly payoutRatio: Ratio | null;
  /** True if the broker prices each contract of this asset separately, although other assets state a payout. */
  readonly isPricedEach?: true;
  /** Stakes that the asset accepts, for each currency of the login's accounts in which the broker publishes limits. */
  readonly stakeLimits: readonly StakeLimits[];
};

/** The duration of an option contract: a time in whole seconds, or a number of ticks after the entry tick. */
export type ContractLength =
  | { readonly durationS: number; readonly durationTicks?: never }
  | { readonly durationTicks: number; readonly durationS?: never };

/** An order. It is stored before it is sent, and sent at most once, even if its execution status is unknown. */
export type BrokerOrder = OrderTerms & ContractLength;

/** The terms of an order that decide its payout. */
export type QuotedOrder = Pick<OrderTerms, 'accountId' | 'symbol' | 'direction' | 'stakeMinor'> & ContractLength;

/**
 * An order whose duration is in seconds. If a broker sells no contracts with a duration in ticks, its adapter places
 * only such orders.
 */
export type TimedOrder = OrderTerms & { readonly durationS: number; readonly durationTicks?: never };

type OrderTerms = {
  /** Id of Vigía's trade, sent as the client's tag if the broker accepts one. */
  readonly orderId: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  /**
   * Lowest payout that the order accepts; null accepts any payout. If the payout is lower, the order is refused
   * (`price_moved`). If the adapter knows the payout, it refuses the order before it sends it.
   */
  readonly minPayoutRatio: Ratio | null;
  /** Deadline of the order: the adapter never sends it from this time on. */
  readonly sendDeadlineMs: EpochMs;
};

/** An order that was sent or may have been sent. */
export type SentOrder = BrokerOrder & { readonly sentAtMs: EpochMs };
/** An order with a duration in seconds that was sent or may have been sent. */
export type SentTimedOrder = TimedOrder & { readonly sentAtMs: EpochMs };

/**
 * Result of sending an order. `refused`: the broker refused the order, or the order was provably never sent. `unknown`:
 * the order may have arrived; only `reconcile` resolves it, and it is never sent again.
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
 * The verdict of the broker's own records on an order with an unknown execution status. `absent`: the order never
 * arrived, because complete records that were read late enough do not contain it. `unread`: the records contain a row
 * that the adapter cannot read and that may be the contract of the order. `undecided`: reconcile again later.
 */
export type Reconciliation =
  | { readonly verdict: 'found'; readonly contract: BrokerContract }
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'unread' }
  | { readonly verdict: 'undecided' };

/**
 * Milliseconds by which the broker's clock is ahead of Vigía's clock, and the round-trip time. Each is null until
 * measured.
 */
export type BrokerTime = { readonly offsetMs: number | null; readonly roundTripMs: number | null };

/**
 * State of a session. `connecting` includes automatic reconnects. `failed` is final: the user must act, or the broker
 * refused the session; `fault` is the reason. `closed`: Vigía closed the session.
 */
export type BrokerState =
  | { readonly status: 'connecting'; readonly fault: BrokerFault | null }
  | { readonly status: 'connected' }
  | { readonly status: 'failed'; readonly fault: BrokerFault }
  | { readonly status: 'closed' };

/** Listener of a session. Calls come from socket and timer callbacks, never from within `open`. */
export interface BrokerListener {
  /** Receives the state on every change. */
  onState(state: BrokerState): void;
  /** Receives all accounts of the login when a balance changes. */
  onAccounts(accounts: readonly BrokerAccount[]): void;
  /** Receives the assets when an asset opens, closes or changes its payout. */
  onAssets(assets: readonly BrokerAsset[]): void;
  /**
   * Receives the ticks of watched symbols, ascending per symbol, each once. Ticks that fill a gap come first, marked
   * `backfilled`.
   */
  onTick(tick: FeedTick): void;
  /**
   * Receives an option contract of this login when it starts, when its entry price is known, and when it ends. A
   * contract with a duration in ticks is also reported at each tick. Reports may be repeated.
   */
  onContract(contract: BrokerContract): void;
  /**
   * Receives a secret. With this secret a later session can continue without a new sign-in. Receives null if the
   * previous secret is no longer valid.
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
   * Origins that replace the origins of the real broker, for simulators; empty for the real broker. The broker's README
   * lists the keys, as in `{ rest: 'http://127.0.0.1:4001' }`.
   */
  readonly origins: Readonly<Record<string, string>>;
  /** Counts the messages that the adapter cannot interpret; absent if no caller reads the counts. */
  readonly oddities?: Oddities | undefined;
  /** Observes all traffic, including secrets; absent unless a recording is made. */
  readonly tap?: WireTap | undefined;
};

/** One user's signed-in session at one broker. It shares no state with other sessions. */
export interface BrokerSession {
  /**
   * Signs in. Resolves when accounts and assets are known, or with the fault; after a success the session reconnects by
   * itself. `auth_2fa_required`: the broker sent a code, and the caller continues with `answerCode`.
   */
  connect(): Promise<Result<null, BrokerFault>>;
  /** Sends the code that the user received from the broker (SMS, app or mail); resolves as `connect` does. */
  answerCode(code: string): Promise<Result<null, BrokerFault>>;
  state(): BrokerState;
  accounts(): readonly BrokerAccount[];
  assets(): readonly BrokerAsset[];
  time(): BrokerTime;
  /** Returns the current payout of such an order: the profit of a win as a fraction of the stake. */
  quote(order: QuotedOrder): Promise<Result<Ratio, BrokerFault>>;
  /** Sends an order once and never repeats it. `onContract` reports the end of its option contract. */
  place(order: BrokerOrder): Promise<OrderReply>;
  /**
   * Looks up orders with an unknown execution status in the broker's own records. Returns one verdict per order, in the
   * same order.
   * @param claimed ids of option contracts that belong to other orders of Vigía and cannot match
   */
  reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>>;
  /**
   * Reports the end of these option contracts through `onContract`, even if they have already ended or the broker's
   * stream sends nothing. The session polls the records from the expiry on. The caller must call the method again after
   * a restart of this process.
   */
  follow(
    contracts: readonly { readonly contractId: string; readonly accountId: string; readonly expiryMs: EpochMs }[],
  ): void;
  /**
   * Sells running option contracts back to the broker; null if the broker is not known to buy them (see
   * `BrokerTraits.earlySale`).
   */
  readonly sales: BrokerSales | null;
  /**
   * Publishes the ticks of the symbol through `onTick` until cancelled. After a reconnect the session subscribes again
   * and fills the gap.
   * @param afterMs the time of the last tick that the caller has; missed ticks come first, as far back as gaps are
   * filled
   */
  watch(symbol: string, afterMs?: number): Cancel;
  /**
   * Returns the closed candles that begin in fromMs ≤ time < toMs, ascending, as far back as the broker's history
   * reaches.
   */
  candles(
    symbol: string,
    timeframeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>>;
  /**
   * Resets the balance of a practice account to its opening amount. `onAccounts` reports the new balance. Sessions of
   * brokers without the trait `resetsPractice` do not have the method.
   */
  resetPractice?(account: PracticeAccount): Promise<Result<null, BrokerFault>>;
  /**
   * Uses renewed tokens from now on. Sessions of brokers without an OAuth sign-in (`consent`) do not have the method.
   */
  useTokens?(tokens: ConsentTokens): void;
  /**
   * Ends the session. After the promise resolves, the listener is not called.
   * @param how `forget` also signs out at the broker, which invalidates the resumable secret
   */
  close(how: 'keep' | 'forget'): Promise<void>;
}

/** Information about a broker in Spanish, shown before users enter a password. */
export type BrokerTexts = {
  /** Address of the broker's site as shown to users. */
  readonly site: string;
  /** Facts about this broker beyond its traits, with their sources. */
  readonly known: string;
  /** How users obtain the credentials, if they need more than an e-mail address and a password. */
  readonly steps?: { readonly opener: string; readonly list: readonly string[]; readonly warning?: string };
};

/** Properties of a broker that the screens show and the rules use. */
export type BrokerTraits = {
  /** Name of the broker as its users write it. */
  readonly displayName: string;
  /** Whether the broker documents its API for other programs. */
  readonly isOfficial: boolean;
  /** Whether the protocol is unconfirmed: no source confirms that the broker's current site still uses it. */
  readonly isExperimental: boolean;
  /**
   * Whether the broker forbids automated trading. Automation with real money is then disabled
   * (docs/spec/money-and-limits.md §9).
   */
  readonly forbidsBots: boolean;
  /**
   * Whether it is unverified what the terms of this broker say about automated trading. Its users must state in words
   * that they read them before automation uses real money (docs/decisions/0082-evidence-that-stays-true.md).
   */
  readonly hasUnreadBotTerms?: true;
  /**
   * Whether the broker prices each option contract separately, so that the payout of an automatic order is unknown
   * until the broker has accepted it. Automation with real money is then disabled (docs/spec/trading.md §10).
   */
  readonly pricesEachContract?: true;
  /** The kinds of credentials that the screens offer, the preferred one first. */
  readonly credentialKinds: readonly [FormKind, ...FormKind[]];
  /**
   * Kinds of credentials that the screens do not offer but that API requests may contain. No known sign-in works with
   * them; the adapter returns the reason.
   */
  readonly unofferedKinds?: readonly FormKind[];
  /** Whether option contracts can be sold back before their expiry. */
  readonly earlySale: EarlySale;
  /** Whether the balance of a practice account can be reset (`resetPractice`). */
  readonly resetsPractice?: true;
  /** Result at an unchanged price: the stake is lost (`lost`) or returned (`tie`). */
  readonly onEqualPrices: 'tie' | 'lost';
  /**
   * Meaning of the times that the broker states for entry and settle price: times of ticks (`tick`), or start and end
   * of the option contract (`contract`).
   */
  readonly priceTimes: 'tick' | 'contract';
  /**
   * Duration, in seconds, of the shortest candles in the broker's history. Missed ticks are derived from these candles.
   */
  readonly shortestCandleS: number;
  /**
   * Number of candles in one response of the broker's history. A long history is requested in pages of this size. If no
   * source states the number, the field is absent and no long history is fetched.
   */
  readonly historyPageCandles?: number;
  /** Domains of the broker. No other host receives users' credentials. */
  readonly domains: readonly string[];
  readonly words: BrokerTexts;
};

/**
 * One broker: its traits, and the function that opens a user's session. `Id` defaults to the ids that users can choose.
 */
export interface Broker<Id extends string = BrokerId> {
  readonly id: Id;
  readonly traits: BrokerTraits;
  /** OAuth sign-in on the broker's own page; absent if the broker does not support it. */
  readonly consent?: BrokerConsent;
  /** Rules for recordings of this broker's traffic; absent if the traffic cannot be recorded. */
  readonly recording?: RecordingRules;
  /**
   * Returns the expiry of the credentials, as the credentials themselves state it; null if they state none. If the
   * method is absent, no credentials of this broker state an expiry.
   */
  expiryOf?(credentials: BrokerCredentials): EpochMs | null;
  /**
   * Creates a session. It does not contact the broker before `connect`.
   * @param resume the value that `onResumable` received in an earlier session of the same login, or null
   */
  open(
    credentials: BrokerCredentials,
    resume: string | null,
    listener: BrokerListener,
    deps: BrokerDeps,
  ): BrokerSession;
}
