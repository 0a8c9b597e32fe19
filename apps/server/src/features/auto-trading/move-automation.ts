import type { Broker } from '@vigia/broker-kit/port';
import type { AutomationAccount } from '@vigia/contract';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { AutomationKind, BrokerId } from '@vigia/core/vocabulary';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { Accounts } from '../accounts/index.ts';
import { automationForbidden, type PlacementRefusal } from '../trading/index.ts';
import type { AutomationSource } from './automation-source.ts';

export type AutomationAccountDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalog: readonly Broker[];
  readonly sources: Readonly<Record<AutomationKind, Pick<AutomationSource, 'setAccount'>>>;
};

/**
 * Moves a setup or strategy to another account. Its trades and figures on the former account are kept.
 * @param wanted id of a broker, or `mock`
 * @returns null if the user has no such setup or strategy
 */
export async function moveAutomation(
  { db, clock, catalog, sources }: AutomationAccountDeps,
  userId: string,
  { kind, id }: { readonly kind: AutomationKind; readonly id: string },
  wanted: string,
): Promise<Result<AutomationAccount | null, PlacementRefusal>> {
  const broker = catalog.find((one) => one.id === wanted);
  if (broker === undefined && wanted !== 'mock') return err({ code: 'broker_unknown', values: { broker: wanted } });
  if (broker?.traits.forbidsBots === true) return err(automationForbidden(broker));
  const isMoved = await sources[kind].setAccount(db.sql, { userId, id }, broker?.id ?? null, clock.now());
  return ok(isMoved ? { broker: wanted } : null);
}

/**
 * Returns the broker whose demo account a new setup or strategy of this user trades on; null: the paper account. It is
 * that of the chosen account, unless the broker forbids bots.
 */
export async function firstAutomationBroker(
  sql: Sql,
  { accounts, catalog }: { readonly accounts: Pick<Accounts, 'choice'>; readonly catalog: readonly Broker[] },
  userId: string,
): Promise<BrokerId | null> {
  const chosen = (await accounts.choice(sql, userId))?.broker;
  const broker = catalog.find(({ id }) => id === chosen);
  return broker === undefined || broker.traits.forbidsBots ? null : broker.id;
}
