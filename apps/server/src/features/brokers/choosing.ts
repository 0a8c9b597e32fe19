import type { Broker, BrokerAccountKind } from '@vigia/broker-kit/port';
import { err, ok } from '@vigia/core/kernel';
import { type BrokerId, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { type Caller, eventOf } from '../accounts/index.ts';
import { leaveRealAccounts, lockUser, readActive, writeAccountKind, writeActive } from './connections.repository.ts';
import type { SessionsDeps } from './deps.ts';
import { type Outcome, refusal } from './refusal.ts';
import type { LiveConnections } from './sessions/live-connections.ts';
import type { StatusPublisher } from './sessions/status-publisher.ts';
import { REAL_MONEY_LEFT } from './topics.ts';

export type ChoosingDeps = SessionsDeps & { readonly live: LiveConnections; readonly statusPublisher: StatusPublisher };

/** Chooses the default broker of orders, and the account of each broker. */
export class Choosing {
  readonly #deps: ChoosingDeps;

  constructor(deps: ChoosingDeps) {
    this.#deps = deps;
  }

  /** Chooses paper or real money for a connection; real money requires its phrase and all protections. */
  async account(
    caller: Caller,
    broker: Broker,
    kind: BrokerAccountKind,
    confirm: string | undefined,
  ): Promise<Outcome> {
    const { userId } = caller.principal;
    const connection = this.#deps.live.find(userId, broker.id);
    if (!connection?.isUp) return err(refusal(broker, 'broker_not_connected'));
    if (kind === 'real' && confirm !== REAL_MONEY_PHRASE) {
      return err({ code: 'real_money_phrase', values: { phrase: REAL_MONEY_PHRASE } });
    }
    if (!connection.session.accounts().some((account) => account.kind === kind)) {
      const wanted = kind === 'real' ? 'cuenta real' : 'cuenta demo';
      return err({ code: 'broker_account_missing', values: { name: broker.traits.displayName, kind: wanted } });
    }
    const { gatewayLease, clock, accounts, securityLog, statusPublisher } = this.#deps;
    const from = connection.accountKind;
    const change = gatewayLease.transaction(async (tx) => {
      const nowMs = clock.now();
      if (!(await lockUser(tx, userId))) return null;
      const why =
        kind === 'real' ? await accounts.refuseVenue(tx, caller.principal, { broker: broker.id, kind }, nowMs) : null;
      if (why !== null) return why;
      await writeAccountKind(tx, userId, broker.id, kind, new Date(nowMs));
      connection.accountKind = kind;
      const detail = { broker: broker.id, from, to: kind };
      await securityLog.append(tx, [eventOf(caller, 'broker_account_chosen', detail)]);
      return null;
    });
    const refused = await change.catch((error: unknown) => {
      connection.accountKind = from;
      throw error;
    });
    if (refused !== null) return err(refused);
    statusPublisher.changed(userId, broker.id);
    return ok(null);
  }

  /**
   * Sets every connection of the user back to its demo account. Waits for concurrent choices of the same user.
   * @param tx transaction of the stored change
   */
  async leaveRealMoney(tx: Transaction, userId: string): Promise<void> {
    const { clock, bus } = this.#deps;
    if (!(await lockUser(tx, userId))) return;
    await leaveRealAccounts(tx, userId, new Date(clock.now()));
    bus.publish(REAL_MONEY_LEFT, { userId });
  }

  /** Applies the stored account choices to the sessions of this process. Another process may have stored them. */
  realMoneyLeft(userId: string): void {
    const { catalog, live, statusPublisher } = this.#deps;
    for (const { id } of catalog) {
      const connection = live.find(userId, id);
      if (connection?.accountKind !== 'real') continue;
      connection.accountKind = 'demo';
      statusPublisher.changed(userId, id);
    }
  }

  /** Makes a broker the default for orders that name none. */
  async active(caller: Caller, broker: Broker): Promise<Outcome> {
    const { userId } = caller.principal;
    if (!this.#isUp(userId, broker.id)) return err(refusal(broker, 'broker_not_connected'));
    const { db, gatewayLease, clock, statusPublisher } = this.#deps;
    const before = await readActive(db.sql, userId);
    await gatewayLease.transaction(async (tx) => {
      if (await lockUser(tx, userId)) await writeActive(tx, userId, broker.id, new Date(clock.now()));
    });
    statusPublisher.changed(userId, broker.id);
    if (before !== null && before !== broker.id) statusPublisher.changed(userId, before);
    return ok(null);
  }

  /**
   * Replaces a default broker that disconnected: with another connected one, or else with none (docs/spec/api.md §4).
   */
  async succeed(userId: string, gone: BrokerId): Promise<void> {
    const { gatewayLease, clock, catalog, statusPublisher } = this.#deps;
    const heir = await gatewayLease.transaction(async (tx) => {
      if (!(await lockUser(tx, userId)) || (await readActive(tx, userId)) !== gone) return null;
      const next = catalog.find(({ id }) => id !== gone && this.#isUp(userId, id))?.id ?? null;
      await writeActive(tx, userId, next, new Date(clock.now()));
      return next;
    });
    statusPublisher.changed(userId, gone);
    if (heir !== null) statusPublisher.changed(userId, heir);
  }

  #isUp(userId: string, brokerId: BrokerId): boolean {
    return this.#deps.live.find(userId, brokerId)?.isUp ?? false;
  }
}
