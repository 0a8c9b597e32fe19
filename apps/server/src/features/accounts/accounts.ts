import type { AccountView, Purse } from '@vigia/contract';
import { type EpochMs, err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { LimitBook, RealMoneyConditions, RiskLimits } from '@vigia/core/risk';
import type { BrokerId, SecurityWaitReason, TradingMode } from '@vigia/core/vocabulary';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { type AccountChoice, findAccountChoice, modeOfChoice } from './account-choice.ts';
import { automationMoney, moveRealAutomationToDemo, usesBroker } from './account-of-automation.ts';
import {
  accountView,
  type BrokerVenue,
  brokerVenueOfMode,
  lockMockAccount,
  type MoneyAccount,
  mockAccount,
  mockAccounts,
} from './account-view.ts';
import {
  type AccountInUse,
  accountsInUse,
  type BrokerAccountKey,
  isAccountInUse,
  type LockedBrokerAccount,
  lockBrokerAccount,
  useBrokerAccount,
} from './broker-account.ts';
import { bookTransfers, type TransferBooking } from './ledger.ts';
import { lockOrders } from './limits/automation-state.ts';
import { type RiskSettings, readRiskLimits, readRiskSettings } from './limits/stored-limits.ts';
import { type NewAccount, openAccount, type ProfileDetails, setTimeZone, writeProfileDetails } from './open-account.ts';
import { readCurrentPurse, readNetResult, readPurses } from './purse.ts';
import { mirrorProfile } from './rest/mirror-profile.ts';
import { chooseAccount, setAccountChoice, type WantedAccount } from './safety/choose-account.ts';
import type { Connections } from './safety/connections.ts';
import { applyEarlierExclusion, type ExclusionDeps, followExclusions } from './safety/exclusion.repository.ts';
import { storePhoneMark } from './safety/exclusion-marks.ts';
import { recordLogin, type SignedInLogin } from './safety/record-login.ts';
import type { AccountRefusal } from './safety/refusal.ts';
import { type Actor, accountRefusal, realMoneyConditions, venueRefusal } from './safety/refuse-account.ts';
import { delayRealMoney, freezeAccount } from './safety/security-wait.ts';

/** Users' accounts as other features use them. Every method runs on the connection or transaction of the caller. */
export interface Accounts {
  /** Creates profile, settings and a paper account with its opening deposit. The row in auth_users must exist. */
  openAccount(tx: Transaction, account: NewAccount): Promise<void>;
  /**
   * Stores a confirmed e-mail address in the profile: sets `email` and `is_verified`, and applies a self-exclusion of
   * this address. Must be called when a user confirms an address: at a sign-up, when an anonymous user becomes a full
   * one, and at a change of address.
   */
  adoptAddress(tx: Transaction, userId: string, email: string, nowMs: EpochMs): Promise<void>;
  /**
   * Writes the details that a user entered to the profile, after the address is confirmed. `replace` overwrites stored
   * details (sign-up); `fill` writes only details that are not stored yet (existing user).
   */
  introduce(tx: Transaction, userId: string, said: ProfileDetails): Promise<void>;
  /** Sets the user's time zone if `zone` is an IANA name. The days of the risk limits change to it 24 hours later. */
  setTimeZone(tx: Transaction, userId: string, zone: unknown, nowMs: EpochMs): Promise<void>;
  mockAccount(sql: Sql, userId: string): Promise<MoneyAccount>;
  /**
   * Reads the account that a setup or strategy trades on; null if the broker has not reported it.
   * @param account null stands for the paper account
   */
  automationMoney(sql: Sql, userId: string, account: BrokerVenue | null): Promise<MoneyAccount | null>;
  /** Reads the paper accounts of many users in one query; deleted users are left out. */
  mockAccounts(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, MoneyAccount>>;
  /**
   * Locks the paper account until the transaction ends, so that its transfers run one by one; null if there is no user.
   */
  lockMockAccount(tx: Transaction, userId: string): Promise<MoneyAccount | null>;
  /**
   * Locks the ledger account that mirrors a user's account at a broker, so that all orders of the user run one after
   * the other. Creates it with a zero balance if it is missing. Returns null if the user no longer exists.
   */
  lockBrokerAccount(
    tx: Transaction,
    userId: string,
    key: BrokerAccountKey,
    nowMs: EpochMs,
  ): Promise<LockedBrokerAccount | null>;
  /**
   * Makes an account the one in use for its kind (demo or real) at its broker. Returns true if this replaced another
   * account.
   */
  useBrokerAccount(tx: Transaction, userId: string, key: BrokerAccountKey, nowMs: EpochMs): Promise<boolean>;
  /** Returns the accounts in use at a broker, at most one of each kind. */
  accountsInUse(sql: Sql, userId: string, broker: BrokerId): Promise<readonly AccountInUse[]>;
  /** Returns true if the account is in use, so that orders for its kind (demo or real) at its broker go to it. */
  isInUse(sql: Sql, accountId: string): Promise<boolean>;
  /** Writes all ledger transfers in one statement. A second transfer of a trade in the same phase and step fails. */
  book(tx: Transaction, bookings: readonly TransferBooking[], nowMs: EpochMs): Promise<void>;
  /** Copies a profile from a hosted Supabase project. Returns the columns whose values this database cannot store. */
  mirrorProfile(
    sql: Sql,
    userId: string,
    row: Readonly<Record<string, unknown>>,
    nowMs: EpochMs,
  ): Promise<readonly string[]>;
  /**
   * Returns a user's account in the shape of the API.
   * @param venue the account at a broker; null for the paper account
   */
  accountView(sql: Sql, userId: string, venue: BrokerVenue | null): Promise<AccountView>;
  /** Returns all profits minus all losses of a purse (all accounts of one kind and currency), in minor units. */
  netResult(sql: Sql, userId: string, purse: Purse): Promise<number>;
  /** Returns the purse (kind of money and currency) of the account that the user chose. */
  currentPurse(sql: Sql, userId: string): Promise<Purse>;
  /** Returns the user's purses (account kind and currency): paper first, then practice, then real money. */
  purses(sql: Sql, userId: string): Promise<Purse[]>;
  /** Returns the limits in force at `nowMs` for a user's real or practice accounts in one currency. */
  riskLimits(sql: Sql, userId: string, book: LimitBook, nowMs: EpochMs): Promise<RiskLimits>;
  /** Returns the user settings that the risk guard checks at `nowMs`, without the limits of an account. */
  riskSettings(sql: Sql, userId: string, nowMs: EpochMs): Promise<RiskSettings>;
  /** Returns the account that the user chose, even if it takes no orders; null for paper and for a deleted user. */
  choice(sql: Sql, userId: string): Promise<AccountChoice>;
  /**
   * Chooses the account that orders go to. A real-money account requires the typed phrase and every condition of real
   * money. Returns the account that was chosen before. The caller publishes `ACCOUNT_CHOSEN` after the commit.
   */
  choose(
    tx: Transaction,
    actor: Actor,
    wanted: WantedAccount,
    nowMs: EpochMs,
  ): Promise<Result<AccountChoice, AccountRefusal>>;
  /**
   * Chooses a demo account or the paper account without a request of the user, after a broker connection starts or
   * ends. The caller publishes `ACCOUNT_CHOSEN` after the commit.
   * @param broker broker whose demo account is chosen; null for the paper account
   */
  choosePractice(tx: Transaction, userId: string, broker: BrokerId | null, nowMs: EpochMs): Promise<void>;
  /** Returns true if the chosen account or an armed setup or strategy of this user trades at this broker. */
  usesBroker(sql: Sql, userId: string, broker: BrokerId): Promise<boolean>;
  /** Moves real automation of a user to demo accounts: that at this broker, or all for null. */
  leaveRealAutomation(sql: Sql, userId: string, broker: BrokerId | null): Promise<void>;
  /**
   * Stores the broker login of a connection. If one user of this login is self-excluded, real money is barred for all
   * users of the login. Must be called at each sign-in to the broker, and before a real account is chosen. Returns the
   * users whose chosen account changed; the caller publishes `ACCOUNT_CHOSEN` for them after the commit.
   */
  recordLogin(tx: Transaction, login: SignedInLogin): Promise<readonly string[]>;
  /**
   * Stores the marks (keyed hashes) of all self-excluded users. Exclusions from earlier versions of the server then
   * also apply to other accounts of the same persons.
   */
  followExclusions(db: Database, nowMs: EpochMs): Promise<void>;
  /**
   * Returns the trading mode of an order that this user places now, or the refusal. It checks self-exclusion, the
   * declaration of age and country, the second factor and all other conditions of real money. Every order calls this in
   * its own transaction.
   */
  admitOrder(sql: Sql, actor: Actor, nowMs: EpochMs): Promise<Result<TradingMode, AccountRefusal>>;
  /** Returns why an order to the broker account in its request is refused, in any mode; null if it is allowed. */
  venueRefusal(sql: Sql, actor: Actor, venue: BrokerVenue, nowMs: EpochMs): Promise<AccountRefusal | null>;
  /** Reads the conditions of real money at a broker, in the currency of the real account in use there. */
  realMoneyConditions(sql: Sql, actor: Actor, broker: BrokerId, nowMs: EpochMs): Promise<RealMoneyConditions>;
  /** Blocks real-money orders for 24 hours after a security change. A later change extends the block. */
  delayRealMoney(tx: Transaction, userId: string, reason: SecurityWaitReason, nowMs: EpochMs): Promise<void>;
  /**
   * Protects an account that an intruder may use: chooses the paper account instead of a real one, blocks real-money
   * orders for 24 hours and stops all automatic trading. Returns true if automatic trading was running. The caller
   * publishes `ACCOUNT_CHOSEN` after the commit.
   */
  freezeAccount(tx: Transaction, userId: string, nowMs: EpochMs): Promise<boolean>;
}

export type AccountsDeps = {
  readonly ids: IdSource;
  /** Hash that recognises the address of a self-excluded user without storing the address. */
  readonly keyedHash: KeyedHash;
  readonly connections: Connections;
};

export function createAccounts({ ids, keyedHash, connections }: AccountsDeps): Accounts {
  return {
    openAccount: (tx, account) => openAccount(tx, { ids, keyedHash }, account),
    adoptAddress: (tx, userId, email, nowMs) => adoptAddress(tx, { keyedHash }, userId, email, nowMs),
    introduce: (tx, userId, said) => writeProfileDetails(tx, { keyedHash }, userId, said),
    setTimeZone,
    mockAccount,
    automationMoney,
    mockAccounts,
    lockMockAccount,
    lockBrokerAccount: (tx, userId, key, nowMs) => lockBrokerAccount(tx, ids, userId, key, nowMs),
    useBrokerAccount: (tx, userId, key, nowMs) => useBrokerAccount(tx, ids, userId, key, nowMs),
    accountsInUse,
    isInUse: isAccountInUse,
    book: (tx, bookings, nowMs) => bookTransfers(tx, ids, bookings, nowMs),
    mirrorProfile: async (sql, userId, row, nowMs) => {
      const refused = await mirrorProfile(sql, userId, row, nowMs);
      await storePhoneMark(sql, keyedHash, userId);
      return refused;
    },
    accountView,
    netResult: readNetResult,
    currentPurse: readCurrentPurse,
    purses: readPurses,
    riskLimits: readRiskLimits,
    riskSettings: readRiskSettings,
    choice: async (sql, userId) => (await findAccountChoice(sql, userId)) ?? null,
    choose: (tx, actor, wanted, nowMs) => chooseAccount({ ids, connections }, tx, actor, wanted, nowMs),
    choosePractice: (tx, userId, broker, nowMs) =>
      setAccountChoice(tx, ids, userId, broker === null ? null : { broker, kind: 'demo' }, nowMs),
    usesBroker,
    leaveRealAutomation: moveRealAutomationToDemo,
    recordLogin: (tx, login) => recordLogin(tx, { keyedHash }, login),
    followExclusions: (db, nowMs) => followExclusions(db, { keyedHash }, nowMs),
    admitOrder: (sql, actor, nowMs) => admitOrder(connections, sql, actor, nowMs),
    venueRefusal: (sql, actor, venue, nowMs) => venueRefusal(connections, sql, actor, venue, nowMs),
    realMoneyConditions: (sql, actor, broker, nowMs) => realMoneyConditions(connections, sql, actor, broker, nowMs),
    delayRealMoney,
    freezeAccount,
  };
}

/**
 * Returns the trading mode of an order that a user places now, or the refusal if a condition of this mode no longer
 * holds. A user who is being deleted counts as not signed in.
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
  const refusal = await accountRefusal(connections, sql, actor, brokerVenueOfMode(mode), nowMs);
  return refusal === null ? ok(mode) : err(refusal);
}

/**
 * Stores a confirmed e-mail address in the profile and marks the profile as verified. If a deleted account with this
 * address was self-excluded, the exclusion applies to this user too.
 * @param email in lower case
 */
async function adoptAddress(
  tx: Transaction,
  deps: ExclusionDeps,
  userId: string,
  email: string,
  nowMs: EpochMs,
): Promise<void> {
  // Orders lock the accounts before the settings, so this transaction locks in the same order.
  await lockOrders(tx, userId);
  await tx`
    UPDATE users SET email = ${email}, is_verified = true, updated_at = ${new Date(nowMs)} WHERE id = ${userId}`;
  await applyEarlierExclusion(tx, deps, { userId, nowMs });
}
