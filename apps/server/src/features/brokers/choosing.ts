import type { Broker, BrokerAccountKind } from '@vigia/broker-kit/port';
import { err, ok } from '@vigia/core/kernel';
import { allowsEffect, type BrokerId } from '@vigia/core/vocabulary';
import { ACCOUNT_CHOSEN, type Caller, eventOf, isSameChoice, nameOfChoice } from '../accounts/index.ts';
import { accountKeyOf } from './account-key.ts';
import { lockUser } from './connections.repository.ts';
import type { BrokersDeps } from './deps.ts';
import { type BrokerRefusal, type Outcome, refusal } from './refusal.ts';
import type { LiveConnections } from './sessions/live-connections.ts';
import { loginOf } from './sessions/login-of.ts';

export type ChoosingDeps = BrokersDeps & { readonly live: LiveConnections };

/** Chooses the account at a broker that orders go to, and moves the choice when its connection ends. */
export class Choosing {
  readonly #deps: ChoosingDeps;

  constructor(deps: ChoosingDeps) {
    this.#deps = deps;
  }

  /** Chooses an account of a connection; real money requires its phrase and all protections. */
  async account(
    caller: Caller,
    broker: Broker,
    kind: BrokerAccountKind,
    confirm: string | undefined,
  ): Promise<Outcome> {
    const { userId } = caller.principal;
    const forbidden = await this.#refuseBot(caller, broker, kind);
    if (forbidden !== null) return err(forbidden);
    const connection = this.#deps.live.find(userId, broker.id);
    if (!connection?.isUp) return err(refusal(broker, 'broker_not_connected'));
    const own = connection.accountOf(kind);
    if (own === undefined) {
      const wanted = kind === 'real' ? 'cuenta real' : 'cuenta demo';
      return err({ code: 'broker_account_missing', values: { name: broker.traits.displayName, kind: wanted } });
    }
    const { sessionShards, clock, accounts, securityLog, notices, bus } = this.#deps;
    const account = { broker: broker.id, kind };
    const chosen = await sessionShards.transaction([userId], async (tx): Promise<Outcome> => {
      if (!(await lockUser(tx, userId))) return ok(null);
      // A self-exclusion of this login may be newer than its sign-in.
      if (kind === 'real') await accounts.noteLogin(tx, { userId, ...loginOf(connection), nowMs: clock.now() });
      // The account has its own currency from the first moment it is shown.
      await accounts.lockBrokerAccount(tx, userId, accountKeyOf(broker.id, own), clock.now());
      const before = await accounts.choose(tx, caller.principal, { account, confirm }, clock.now());
      if (!before.ok) return before;
      if (isSameChoice(before.value, account)) return ok(null);
      const detail = { from: nameOfChoice(before.value), to: nameOfChoice(account) };
      await securityLog.append(tx, [eventOf(caller, 'account_chosen', detail)]);
      if (kind === 'real') await notices.announce(tx, caller, { kind: 'real_money_chosen', broker: broker.id });
      return ok(null);
    });
    if (chosen.ok) bus.publish(ACCOUNT_CHOSEN, { userId });
    return chosen;
  }

  /** Refuses a bot that wants real money, or that would move orders away from the real account of its owner. */
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

  /** Makes a broker the active one: its demo account is chosen, unless one of its accounts is already. */
  async active(caller: Caller, broker: Broker): Promise<Outcome> {
    const { db, accounts } = this.#deps;
    const choice = await accounts.choice(db.sql, caller.principal.userId);
    return choice?.broker === broker.id ? ok(null) : this.account(caller, broker, 'demo', undefined);
  }

  /**
   * Moves the choice away from a broker that the user disconnected: to the demo account of another connected broker, or
   * else to the paper account (docs/spec/api.md §4).
   */
  async succeed(userId: string, gone: BrokerId): Promise<void> {
    const { sessionShards, clock, catalog, accounts, bus, live } = this.#deps;
    const hasDemo = (id: BrokerId): boolean => {
      const connection = live.find(userId, id);
      return connection?.isUp === true && connection.accountOf('demo') !== undefined;
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
