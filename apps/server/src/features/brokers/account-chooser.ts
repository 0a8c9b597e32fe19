import type { Broker, BrokerAccountKind } from '@vigia/broker-kit/port';
import { err, ok } from '@vigia/core/kernel';
import { allowsEffect, type BrokerId } from '@vigia/core/vocabulary';
import { ACCOUNT_CHOSEN, type Caller, isSameChoice, nameOfChoice, securityEventOf } from '../accounts/index.ts';
import { accountKeyOf } from './account-key.ts';
import { lockUser } from './connections.repository.ts';
import type { BrokersDeps } from './deps.ts';
import { type BrokerActionResult, type BrokerRefusal, refusal } from './refusal.ts';
import type { LiveConnections } from './sessions/live-connections.ts';
import { loginIdentityOf } from './sessions/login-of.ts';
import { BROKER_ACCOUNTS_CHANGED } from './topics.ts';

/** The account at a broker that a user wants to use. */
export type WantedBrokerAccount = {
  readonly kind: BrokerAccountKind;
  /** The broker's id of the account. If absent, the account of its kind in use is wanted. */
  readonly accountId?: string | undefined;
  /** The phrase that real money requires. */
  readonly confirm?: string | undefined;
};

export type AccountChooserDeps = BrokersDeps & { readonly live: LiveConnections };

/** Chooses the broker account that orders go to. When the connection of that account ends, chooses another account. */
export class AccountChooser {
  readonly #deps: AccountChooserDeps;

  constructor(deps: AccountChooserDeps) {
    this.#deps = deps;
  }

  /** Chooses an account of a connection. Real money requires the typed phrase and all protections. */
  async account(
    caller: Caller,
    broker: Broker,
    { kind, accountId, confirm }: WantedBrokerAccount,
  ): Promise<BrokerActionResult> {
    const { userId } = caller.principal;
    const forbidden = await this.#refuseBot(caller, broker, kind);
    if (forbidden !== null) return err(forbidden);
    const connection = this.#deps.live.find(userId, broker.id);
    if (!connection?.isUp) return err(refusal(broker, 'broker_not_connected'));
    const own = accountId === undefined ? connection.inUse.of(kind) : connection.inUse.listed(kind, accountId);
    if (own === undefined) {
      const wanted = kind === 'real' ? 'cuenta real' : 'cuenta demo';
      return err({ code: 'broker_account_missing', values: { name: broker.traits.displayName, kind: wanted } });
    }
    const { sessionShards, clock, accounts, securityLog, notices, bus } = this.#deps;
    const account = { broker: broker.id, kind };
    /** Users of this login who lost their chosen real account, because one of them is self-excluded. */
    let moved: readonly string[] = [];
    const chosen = await sessionShards.transaction([userId], async (tx): Promise<BrokerActionResult> => {
      moved = [];
      if (!(await lockUser(tx, userId))) return ok(null);
      // One of the login's users may have excluded themselves since the sign-in.
      if (kind === 'real')
        moved = await accounts.recordLogin(tx, { userId, ...loginIdentityOf(connection), nowMs: clock.now() });
      // The ledger account is created before the choice. Without it, the account would first be shown in another
      // currency.
      await accounts.lockBrokerAccount(tx, userId, accountKeyOf(broker.id, own), clock.now());
      const wanted = { account, confirm, currency: own.currency };
      const before = await accounts.choose(tx, caller.principal, wanted, clock.now());
      if (!before.ok) return before;
      const isOther = await accounts.useBrokerAccount(tx, userId, accountKeyOf(broker.id, own), clock.now());
      if (isSameChoice(before.value, account) && !isOther) return ok(null);
      const detail = { from: nameOfChoice(before.value), to: nameOfChoice(account), account: own.accountId };
      await securityLog.append(tx, [securityEventOf(caller, 'account_chosen', detail)]);
      if (kind === 'real') await notices.announce(tx, caller, { kind: 'real_money_chosen', broker: broker.id });
      return ok(null);
    });
    for (const chooser of moved) bus.publish(ACCOUNT_CHOSEN, { userId: chooser });
    if (!chosen.ok) return chosen;
    connection.inUse.use(own);
    // Subscribers then sync the ledger account with the balance of the account in use.
    const { session } = connection;
    bus.publish(BROKER_ACCOUNTS_CHANGED, { userId, brokerId: broker.id, accounts: session.accounts() });
    bus.publish(ACCOUNT_CHOSEN, { userId });
    return chosen;
  }

  /** Refuses a bot that wants real money, or that would move orders away from its owner's real account. */
  async #refuseBot(
    { principal: { userId, scopes } }: Caller,
    broker: Broker,
    kind: BrokerAccountKind,
  ): Promise<BrokerRefusal | null> {
    const { db, accounts, catalog } = this.#deps;
    if (kind === 'real' && !allowsEffect(scopes, 'opens_real_money')) return { code: 'bot_real_money', values: {} };
    if (allowsEffect(scopes, 'changes_login_in_use')) return null;
    const chosen = await accounts.choice(db.sql, userId);
    if (chosen?.kind !== 'real') return null;
    return refusal(catalog.find(({ id }) => id === chosen.broker) ?? broker, 'broker_in_use');
  }

  /**
   * Makes a broker the active one by choosing its demo account. Does nothing if one of its accounts is already chosen.
   */
  async active(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    const { db, accounts } = this.#deps;
    const choice = await accounts.choice(db.sql, caller.principal.userId);
    return choice?.broker === broker.id ? ok(null) : this.account(caller, broker, { kind: 'demo' });
  }

  /**
   * Replaces the choice of an account whose broker the user disconnected. The new choice is the demo account of another
   * connected broker, otherwise the paper account (docs/spec/api.md §4).
   */
  async succeed(userId: string, gone: BrokerId): Promise<void> {
    const { sessionShards, clock, catalog, accounts, bus, live } = this.#deps;
    const hasDemo = (id: BrokerId): boolean => {
      const connection = live.find(userId, id);
      return connection?.isUp === true && connection.inUse.of('demo') !== undefined;
    };
    const isMoved = await sessionShards.transaction([userId], async (tx) => {
      if (!(await lockUser(tx, userId))) return false;
      if ((await accounts.choice(tx, userId))?.broker !== gone) return false;
      const heir = catalog.find(({ id }) => id !== gone && hasDemo(id))?.id ?? null;
      await accounts.choosePractice(tx, userId, heir, clock.now());
      return true;
    });
    if (isMoved) bus.publish(ACCOUNT_CHOSEN, { userId });
  }
}
