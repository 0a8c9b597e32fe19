import { type EpochMs, err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { type AccountChoice, isSameChoice, readAccountChoice, writeAccountChoice } from '../account-choice.ts';
import { ensureBrokerAccount } from '../broker-account.ts';
import type { Connections } from './connections.ts';
import type { AccountRefusal } from './refusal.ts';
import { type Actor, accountRefusal } from './refuse-account.ts';

/**
 * The account that a user requests for their orders. `confirm` is the phrase that the user typed to confirm real money.
 * `currency` is the currency of the account; by default that of the account in use.
 */
export type WantedAccount = {
  readonly account: AccountChoice;
  readonly confirm: string | undefined;
  readonly currency?: Currency;
};

type ChooseDeps = { readonly ids: IdSource; readonly connections: Connections };

/**
 * Chooses the account that orders go to. For a real-money account it checks the typed phrase first, then every other
 * condition. Returns the account that was chosen before; the caller logs the change.
 */
export async function chooseAccount(
  { ids, connections }: ChooseDeps,
  tx: Transaction,
  actor: Actor,
  { account, confirm, currency }: WantedAccount,
  nowMs: EpochMs,
): Promise<Result<AccountChoice, AccountRefusal>> {
  if (account?.kind === 'real' && confirm !== REAL_MONEY_PHRASE) {
    return err({ code: 'real_money_phrase', values: { phrase: REAL_MONEY_PHRASE } });
  }
  const from = await readAccountChoice(tx, actor.userId, true);
  const refusal = await accountRefusal(connections, tx, actor, account, nowMs, currency);
  if (refusal !== null) return err(refusal);
  if (!isSameChoice(from, account)) await setAccountChoice(tx, ids, actor.userId, account, nowMs);
  return ok(from);
}

/**
 * Stores the chosen account without any check. Creates the row of a broker account, so that its balance can be shown.
 */
export async function setAccountChoice(
  tx: Transaction,
  ids: IdSource,
  userId: string,
  account: AccountChoice,
  nowMs: EpochMs,
): Promise<void> {
  if (account !== null) await ensureBrokerAccount(tx, ids, userId, account, nowMs);
  await writeAccountChoice(tx, userId, account, new Date(nowMs));
}
