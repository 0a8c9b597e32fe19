import type { Broker } from '@vigia/broker-kit/port';
import type { AutomationGraduation, GraduationGapView, RealAutomation } from '@vigia/contract';
import type { GraduationGap } from '@vigia/core/auto-trading';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { type AutomationKind, BOT_TERMS_PHRASE, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { type Accounts, type Caller, type SecurityNotices, securityEventOf } from '../accounts/index.ts';
import { gapText, type RealMoneyGate } from '../graduation/index.ts';
import type { PlacementRefusal } from '../trading/index.ts';
import type { AutomationSource, AutoTradeRules } from './automation-source.ts';
import { currencyDecimalsRefusal } from './move-automation.ts';

export type RealAccountDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalog: readonly Broker[];
  readonly accounts: Pick<Accounts, 'automationMoney' | 'venueRefusal'>;
  readonly gate: Pick<RealMoneyGate, 'stateOf' | 'admit'>;
  readonly notices: SecurityNotices;
  readonly securityLog: SecurityLog;
  readonly sources: Readonly<Record<AutomationKind, Pick<AutomationSource, 'autoTradeRules' | 'setAccount'>>>;
};

type Named = { readonly kind: AutomationKind; readonly id: string };

/** Returns what a setup or strategy misses for real money at the broker of its account; null if the user has none. */
export async function graduationOf(
  { db, catalog, gate, sources }: Pick<RealAccountDeps, 'db' | 'catalog' | 'gate' | 'sources'>,
  userId: string,
  { kind, id }: Named,
): Promise<AutomationGraduation | null> {
  const state = await db.transaction(async (tx) => {
    const rules = await sources[kind].autoTradeRules(tx, id);
    return rules && gate.stateOf(tx, { userId, kind, id }, isMartingale(rules));
  });
  if (!state) return null;
  const { account, graduation } = state;
  if (account === null || graduation === null)
    return { broker: 'mock', account: 'mock', open: false, asks_bot_terms: false, missing: [{ reason: 'on_paper' }] };
  const missing = graduation.open ? [] : graduation.missing.map(toGapView);
  const { broker, kind: of } = account;
  return { broker, account: of, open: graduation.open, asks_bot_terms: asksBotTerms(catalog, broker), missing };
}

/**
 * Returns whether the terms of a broker about bots are unverified, so that its users must state that they read them.
 */
const asksBotTerms = (catalog: readonly Broker[], broker: string): boolean =>
  catalog.find(({ id }) => id === broker)?.traits.hasUnreadBotTerms === true;

const isMartingale = ({ moneyManagement }: AutoTradeRules): boolean => moneyManagement.betType === 'martingale';

function toGapView(gap: GraduationGap): GraduationGapView {
  switch (gap.reason) {
    case 'verdict': {
      const { reason, money, bets, rate, breakEven, evidence, limit, waitsForResult } = gap;
      return { reason, money, bets, rate, break_even: breakEven, evidence, limit, waits_for_result: waitsForResult };
    }
    case 'days':
      return { reason: gap.reason, passed_days: gap.passedDays, needed_days: gap.neededDays };
    case 'real_money':
    case 'bots_forbidden':
    case 'payout_unstated':
    case 'martingale':
      return gap;
  }
}

/**
 * Moves a setup or strategy from the demo account to the real account of its broker. It checks the typed phrases, the
 * conditions of real money for the session of the caller, and the graduation gate. The owner gets a mail.
 * @returns null if the user has no such setup or strategy
 */
export async function openRealAccount(
  deps: RealAccountDeps,
  caller: Caller,
  named: Named,
  { broker, confirm, bot_terms: botTerms }: RealAutomation,
): Promise<Result<AutomationGraduation | null, PlacementRefusal>> {
  if (confirm !== REAL_MONEY_PHRASE) return err({ code: 'real_money_phrase', values: { phrase: REAL_MONEY_PHRASE } });
  if (asksBotTerms(deps.catalog, broker) && botTerms !== BOT_TERMS_PHRASE)
    return err({ code: 'real_money_phrase', values: { phrase: BOT_TERMS_PHRASE } });
  const refused = await deps.db.transaction((tx) => open(deps, tx, caller, named, broker));
  if (refused !== null) return err(refused);
  return ok(await graduationOf(deps, caller.principal.userId, named));
}

async function open(
  { clock, catalog, accounts, gate, notices, securityLog, sources }: RealAccountDeps,
  tx: Transaction,
  caller: Caller,
  { kind, id }: Named,
  broker: string,
): Promise<PlacementRefusal | null> {
  const { userId } = caller.principal;
  const nowMs = clock.now();
  const rules = await sources[kind].autoTradeRules(tx, id);
  if (rules?.userId !== userId) return null;
  if (rules.account?.broker !== broker) return closed(gapText('moved'));
  const account = { broker: rules.account.broker, kind: 'real' } as const;
  const refusal = await accounts.venueRefusal(tx, caller.principal, account, nowMs);
  if (refusal !== null) return refusal;
  const state = await gate.stateOf(tx, { userId, kind, id }, isMartingale(rules));
  if (state === null || state.graduation === null) return null;
  if (!state.graduation.open) return closed(gapText(state.graduation.missing[0]));
  const money = await accounts.automationMoney(tx, userId, account);
  if (money === null) return closed(gapText('no_account'));
  const misfit = currencyDecimalsRefusal(rules, money.currency);
  if (misfit !== null || rules.account.kind === 'real') return misfit;
  await sources[kind].setAccount(tx, { userId, id }, account, nowMs);
  const stated = asksBotTerms(catalog, broker) ? { stated: BOT_TERMS_PHRASE } : {};
  const detail = { name: rules.name, to: `${broker}_real`, ...stated };
  await securityLog.append(tx, [securityEventOf(caller, 'automation_real_opened', detail)]);
  await notices.announce(tx, caller, { kind: 'real_money_chosen', broker: account.broker });
  return null;
}

const closed = (why: string): PlacementRefusal => ({ code: 'automation_real_money', values: { why } });
