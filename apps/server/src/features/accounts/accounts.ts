import type { AccountView, Purse } from '@vigia/contract';
import { type EpochMs, err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { LimitBook, RiskLimits } from '@vigia/core/risk';
import type { BrokerId, SecurityWaitReason, TradingMode } from '@vigia/core/vocabulary';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { type AccountChoice, findAccountChoice, modeOfChoice } from './account-choice.ts';
import { automationMoney, usesBroker } from './account-of-automation.ts';
import {
  accountView,
  type BrokerVenue,
  brokerVenueOfMode,
  lockMockAccount,
  type MoneyAccount,
  mockAccount,
  mockAccounts,
} from './account-view.ts';
import { type BrokerAccountKey, lockBrokerAccount } from './broker-account.ts';
import { type Booking, book } from './ledger.ts';
import { holdOrders } from './limits/automation-state.ts';
import { type RiskSettings, riskLimits, riskSettings } from './limits/stored-limits.ts';
import { type Introduction, introduce, type NewAccount, openAccount, setTimeZone } from './open-account.ts';
import { currentPurse, netResult, purses } from './purse.ts';
import { mirrorProfile } from './rest/mirror-profile.ts';
import { chooseAccount, setAccountChoice, type WantedAccount } from './safety/choose-account.ts';
import type { Connections } from './safety/connections.ts';
import { type ExclusionDeps, followExclusions, joinExclusions } from './safety/exclusion.repository.ts';
import { markPhone } from './safety/exclusion-marks.ts';
import { noteLogin, type SignedInLogin } from './safety/note-login.ts';
import type { AccountRefusal } from './safety/refusal.ts';
import { type Actor, refuseAccount, refuseVenue } from './safety/refuse-account.ts';
import { delayRealMoney, freezeAccount } from './safety/security-wait.ts';

/** Users' accounts as other features use them. Every method runs on the caller's connection. */
export interface Accounts {
  /** Creates profile, settings and a paper account with its opening deposit; the auth_users row must exist. */
  openAccount(tx: Transaction, account: NewAccount): Promise<void>;
  /**
   * Stores an e-mail address that its owner has confirmed in the profile. Call it at the confirmation, when an
   * anonymous user signs up, and at a change of address. Sets `email` and `is_verified`, and applies a self-exclusion
   * of this address.
   */
  adoptAddress(tx: Transaction, userId: string, email: string, nowMs: EpochMs): Promise<void>;
  /**
   * Writes a user's own details to the profile after the address is confirmed: `replace` for a sign-up; `fill` for an
   * existing user, whose other details are kept.
   */
  introduce(tx: Transaction, userId: string, said: Introduction): Promise<void>;
  /**
   * Sets the user's time zone if `zone` is an IANA name; otherwise does nothing. The user's limits follow a day later.
   */
  setTimeZone(tx: Transaction, userId: string, zone: unknown, nowMs: EpochMs): Promise<void>;
  mockAccount(sql: Sql, userId: string): Promise<MoneyAccount>;
  /**
   * Reads the account that a setup or strategy with this broker trades on; null: the broker has reported none.
   * @param broker null: the paper account
   */
  automationMoney(sql: Sql, userId: string, broker: BrokerId | null): Promise<MoneyAccount | null>;
  /** Reads the accounts of many users in one query; users who no longer exist are missing. */
  mockAccounts(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, MoneyAccount>>;
  /**
   * Locks the paper account until the transaction ends, so that all movements of money wait for each other; null if the
   * user was deleted.
   */
  lockMockAccount(tx: Transaction, userId: string): Promise<MoneyAccount | null>;
  /**
   * Locks the synced account of a user at a broker, and creates it empty if it is missing, so that all orders of the
   * user wait for each other. Returns null if the user no longer exists.
   */
  lockBrokerAccount(
    tx: Transaction,
    userId: string,
    key: BrokerAccountKey,
    nowMs: EpochMs,
  ): Promise<MoneyAccount | null>;
  /** Books all transfers at once. A transfer that a trade already has in this phase fails the transaction. */
  book(tx: Transaction, bookings: readonly Booking[], nowMs: EpochMs): Promise<void>;
  /** Copies a profile that is kept in a hosted project; returns the columns whose values cannot be stored here. */
  mirrorProfile(
    sql: Sql,
    userId: string,
    row: Readonly<Record<string, unknown>>,
    nowMs: EpochMs,
  ): Promise<readonly string[]>;
  /** Returns a user's account. @param venue the account at a broker; null: the paper account */
  accountView(sql: Sql, userId: string, venue: BrokerVenue | null): Promise<AccountView>;
  /** Returns all profits less all losses of a purse, in minor units. */
  netResult(sql: Sql, userId: string, purse: Purse): Promise<number>;
  /** Returns the purse of the account that the user chose. */
  currentPurse(sql: Sql, userId: string): Promise<Purse>;
  /** Returns the purses of a user's accounts: paper first, then practice, then real money. */
  purses(sql: Sql, userId: string): Promise<Purse[]>;
  /** Returns the limits in force at `nowMs` for a user's real or practice accounts in one currency. */
  riskLimits(sql: Sql, userId: string, book: LimitBook, nowMs: EpochMs): Promise<RiskLimits>;
  /** Returns what the risk guard reads of a user at `nowMs`, apart from the limits of an account. */
  riskSettings(sql: Sql, userId: string, nowMs: EpochMs): Promise<RiskSettings>;
  /** Returns the account that the user chose, whether orders are allowed on it or not; null for a deleted user. */
  choice(sql: Sql, userId: string): Promise<AccountChoice>;
  /**
   * Chooses the account that orders go to: real money requires its phrase and all protections. Returns the choice
   * before. Publish `ACCOUNT_CHOSEN` after the commit.
   */
  choose(
    tx: Transaction,
    actor: Actor,
    wanted: WantedAccount,
    nowMs: EpochMs,
  ): Promise<Result<AccountChoice, AccountRefusal>>;
  /**
   * Moves the choice after a connection began or ended, without asking. Only practice and paper are chosen like this.
   * Publish `ACCOUNT_CHOSEN` after the commit.
   * @param broker whose demo account is chosen; null: the paper account
   */
  choosePractice(tx: Transaction, userId: string, broker: BrokerId | null, nowMs: EpochMs): Promise<void>;
  /** Returns true if the chosen account or an armed setup or strategy of this user trades at this broker. */
  usesBroker(sql: Sql, userId: string, broker: BrokerId): Promise<boolean>;
  /**
   * Stores which login a connection has, and whether a self-exclusion bars real money from it for all its users. Call
   * it at each sign-in, and before a real account is chosen. Returns the users whose choice changed: publish
   * `ACCOUNT_CHOSEN` for them after the commit.
   */
  noteLogin(tx: Transaction, login: SignedInLogin): Promise<readonly string[]>;
  /** Marks everyone whose self-exclusion runs, so that those of an earlier version follow their person too. */
  followExclusions(db: Database, nowMs: EpochMs): Promise<void>;
  /**
   * Returns the mode that an order of this user goes to now, or why no order is allowed: self-exclusion, missing
   * declaration, missing second factor and all other conditions of real money. Every order calls this in its own
   * transaction.
   */
  admitOrder(sql: Sql, actor: Actor, nowMs: EpochMs): Promise<Result<TradingMode, AccountRefusal>>;
  /** Returns why an order to a broker account named by the user is refused, regardless of mode; null if allowed. */
  refuseVenue(sql: Sql, actor: Actor, venue: BrokerVenue, nowMs: EpochMs): Promise<AccountRefusal | null>;
  /** Makes real money wait a day after a security change. A later change makes the wait longer. */
  delayRealMoney(tx: Transaction, userId: string, reason: SecurityWaitReason, nowMs: EpochMs): Promise<void>;
  /**
   * Protects an account that may be in foreign hands: leaves real money, makes it wait a day and stops all automation.
   * Returns true if automation was running. Publish `ACCOUNT_CHOSEN` after the commit.
   */
  freezeAccount(tx: Transaction, userId: string, nowMs: EpochMs): Promise<boolean>;
}

export type AccountsDeps = {
  readonly ids: IdSource;
  /** Hash that recognises the address of a self-excluded user without storing it. */
  readonly keyedHash: KeyedHash;
  readonly connections: Connections;
};

export function createAccounts({ ids, keyedHash, connections }: AccountsDeps): Accounts {
  return {
    openAccount: (tx, account) => openAccount(tx, { ids, keyedHash }, account),
    adoptAddress: (tx, userId, email, nowMs) => adoptAddress(tx, { keyedHash }, userId, email, nowMs),
    introduce: (tx, userId, said) => introduce(tx, { keyedHash }, userId, said),
    setTimeZone,
    mockAccount,
    automationMoney,
    mockAccounts,
    lockMockAccount,
    lockBrokerAccount: (tx, userId, key, nowMs) => lockBrokerAccount(tx, ids, userId, key, nowMs),
    book: (tx, bookings, nowMs) => book(tx, ids, bookings, nowMs),
    mirrorProfile: async (sql, userId, row, nowMs) => {
      const refused = await mirrorProfile(sql, userId, row, nowMs);
      await markPhone(sql, keyedHash, userId);
      return refused;
    },
    accountView,
    netResult,
    currentPurse,
    purses,
    riskLimits,
    riskSettings,
    choice: async (sql, userId) => (await findAccountChoice(sql, userId)) ?? null,
    choose: (tx, actor, wanted, nowMs) => chooseAccount({ ids, connections }, tx, actor, wanted, nowMs),
    choosePractice: (tx, userId, broker, nowMs) =>
      setAccountChoice(tx, ids, userId, broker === null ? null : { broker, kind: 'demo' }, nowMs),
    usesBroker,
    noteLogin: (tx, login) => noteLogin(tx, { keyedHash }, login),
    followExclusions: (db, nowMs) => followExclusions(db, { keyedHash }, nowMs),
    admitOrder: (sql, actor, nowMs) => admitOrder(connections, sql, actor, nowMs),
    refuseVenue: (sql, actor, venue, nowMs) => refuseVenue(connections, sql, actor, venue, nowMs),
    delayRealMoney,
    freezeAccount,
  };
}

/**
 * Returns the mode that a user's order goes to now, or the refusal: the conditions for switching to the mode must still
 * hold. A user who is being deleted counts as not signed in.
 */
async function admitOrder(
  connections: Connections,
  sql: Sql,
  actor: Actor,
  nowMs: EpochMs,
): Promise<Result<TradingMode, AccountRefusal>> {
  const choice = await findAccountChoice(sql, actor.userId);
  if (choice === undefined) return err({ code: 'not_authenticated', values: {} });
  const mode = modeOfChoice(choice);
  const refusal = await refuseAccount(connections, sql, actor, brokerVenueOfMode(mode), nowMs);
  return refusal === null ? ok(mode) : err(refusal);
}

/**
 * Stores an e-mail address that its owner has confirmed in the profile, which becomes verified. A self-exclusion that
 * an earlier account with this address left behind applies again.
 * @param email in lower case
 */
async function adoptAddress(
  tx: Transaction,
  deps: ExclusionDeps,
  userId: string,
  email: string,
  nowMs: EpochMs,
): Promise<void> {
  // Orders lock the accounts before the settings.
  await holdOrders(tx, userId);
  await tx`
    UPDATE users SET email = ${email}, is_verified = true, updated_at = ${new Date(nowMs)} WHERE id = ${userId}`;
  await joinExclusions(tx, deps, { userId, nowMs });
}
