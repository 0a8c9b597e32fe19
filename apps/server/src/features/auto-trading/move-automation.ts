import type { Broker } from '@vigia/broker-kit/port';
import type { AutomationAccount, AutomationAccounts } from '@vigia/contract';
import { setupLimitsOf, stakePlanOf } from '@vigia/core/auto-trading';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { AutomationKind, BrokerId } from '@vigia/core/vocabulary';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { type Accounts, practiceAccount } from '../accounts/index.ts';
import { automationForbiddenRefusal, type PlacementRefusal } from '../trading/index.ts';
import type { AutomationSource, AutoTradeRules } from './automation-source.ts';

export type AutomationAccountDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalog: readonly Broker[];
  readonly accounts: Pick<Accounts, 'automationMoney' | 'choice'>;
  readonly sources: Readonly<Record<AutomationKind, Pick<AutomationSource, 'autoTradeRules' | 'setAccount'>>>;
};

/**
 * Moves a setup or strategy to another account with play money. Its trades and statistics on the previous account are
 * kept.
 * @param wanted id of a broker, or `mock`
 * @returns null if the user has no such setup or strategy
 */
export async function moveAutomation(
  { db, clock, catalog, accounts, sources }: AutomationAccountDeps,
  userId: string,
  { kind, id }: { readonly kind: AutomationKind; readonly id: string },
  wanted: string,
): Promise<Result<AutomationAccount | null, PlacementRefusal>> {
  const broker = catalog.find((one) => one.id === wanted);
  if (broker === undefined && wanted !== 'mock') return err({ code: 'broker_unknown', values: { broker: wanted } });
  if (broker?.traits.forbidsBots === true) return err(automationForbiddenRefusal(broker));
  const to = practiceAccount(broker?.id ?? null);
  return db.transaction(async (tx) => {
    const rules = await sources[kind].autoTradeRules(tx, id);
    const money = rules?.userId === userId ? await accounts.automationMoney(tx, userId, to) : null;
    const misfit = rules && money && currencyDecimalsRefusal(rules, money.currency);
    if (misfit) return err(misfit);
    const isMoved = await sources[kind].setAccount(tx, { userId, id }, to, clock.now());
    return ok(isMoved ? { broker: wanted } : null);
  });
}

/**
 * Returns the refusal of rules whose amounts have more decimals than the currency; null if they fit. A move does not
 * convert amounts: 10 USD becomes 10 CLP.
 */
export function currencyDecimalsRefusal(
  { moneyManagement, riskControl }: AutoTradeRules,
  currency: Currency,
): PlacementRefusal | null {
  const fits = stakePlanOf(moneyManagement, currency).ok && setupLimitsOf(riskControl, currency).ok;
  return fits ? null : { code: 'automation_amounts', values: { currency } };
}

/**
 * Returns every account on which a setup or strategy of this user may trade, and the account that a new setup or
 * strategy gets.
 */
export async function automationAccounts(
  { db: { sql }, catalog, accounts }: AutomationAccountDeps,
  userId: string,
): Promise<AutomationAccounts> {
  const offered = [null, ...catalog];
  const listed = await Promise.all(
    offered.map(async (broker) => {
      const money = await accounts.automationMoney(sql, userId, practiceAccount(broker?.id ?? null));
      return {
        broker: broker?.id ?? 'mock',
        currency: money?.currency ?? null,
        balance: money && formatMinor(money.cashMinor, money.currency),
        forbids_bots: broker?.traits.forbidsBots ?? false,
      };
    }),
  );
  return { first: (await firstAutomationBroker(sql, { accounts, catalog }, userId)) ?? 'mock', accounts: listed };
}

/**
 * Returns the broker on whose demo account a new setup or strategy of this user trades; null for the paper account. It
 * is the broker of the chosen account, unless that broker forbids bots.
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
