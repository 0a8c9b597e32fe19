import { SECURITY_WAIT_REASONS_ES } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import { type RealMoneyConditions, realMoneyObstacles, retailBan } from '@vigia/core/risk';
import type { BrokerId, RealMoneyObstacle } from '@vigia/core/vocabulary';
import type { Principal } from '#platform/http/principal.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { AccountChoice } from '../account-choice.ts';
import type { BrokerVenue } from '../account-view.ts';
import { readRiskLimits, readRiskSettings } from '../limits/stored-limits.ts';
import type { Connections } from './connections.ts';
import { readRealMoneyBlocks } from './exclusion.repository.ts';
import { type AccountRefusal, untilText } from './refusal.ts';
import { readDeclaration } from './safety.repository.ts';

/** The user who requests a trade or an account, and how their session authenticated them. */
export type Actor = Pick<Principal, 'userId' | 'isAnonymous' | 'aal' | 'scopes'>;

/** The real-money account whose conditions are checked. If `broker` is null, it may be an account of any broker. */
export type RealAccount = { readonly broker: BrokerId | null; readonly currency: Currency };

/**
 * Returns the currency of a user's real account at a broker, or for null of their first real account at any broker.
 * Without a real account it is the currency of paper money.
 */
export async function realCurrency(sql: Sql, userId: string, broker: BrokerId | null): Promise<Currency> {
  const [row] = await sql<{ currency: Currency }[]>`
    SELECT currency FROM accounts
    WHERE user_id = ${userId} AND kind = 'real' AND is_current AND broker = coalesce(${broker}, broker)
    ORDER BY created_at, id LIMIT 1`;
  return row?.currency ?? PAPER_CURRENCY;
}

/** Reads all conditions of real-money trading on this account, for this user and session. */
export async function readConditions(
  connections: Connections,
  sql: Sql,
  { userId, isAnonymous, aal }: Actor,
  nowMs: EpochMs,
  { broker, currency }: RealAccount,
): Promise<RealMoneyConditions> {
  const declaration = await readDeclaration(sql, userId, nowMs);
  const holds = await readRealMoneyBlocks(sql, userId, broker);
  const limits = await readRiskLimits(sql, userId, { scope: 'real', currency }, nowMs);
  return {
    nowMs,
    isAnonymous,
    declaration: declaration && declaration.current,
    aal,
    dailyLossLimitMinor: limits.dailyLossLimitMinor,
    selfExcludedUntilMs: holds.excludedUntilMs,
    loginExcludedUntilMs: holds.loginExcludedUntilMs,
    securityWait: holds.securityWait,
    hasConnection: await connections.hasVerified(userId, broker),
  };
}

/** Reads the conditions for the real account in use at a broker. */
export async function realMoneyConditions(
  connections: Connections,
  sql: Sql,
  actor: Actor,
  broker: BrokerId,
  nowMs: EpochMs,
): Promise<RealMoneyConditions> {
  const currency = await realCurrency(sql, actor.userId, broker);
  return readConditions(connections, sql, actor, nowMs, { broker, currency });
}

/**
 * Returns why this user may not trade on an account now; null if they may. It runs for every choice of an account and
 * for every order.
 */
export async function accountRefusal(
  connections: Connections,
  sql: Sql,
  actor: Actor,
  account: AccountChoice,
  nowMs: EpochMs,
  currency?: Currency,
): Promise<AccountRefusal | null> {
  return account && venueRefusal(connections, sql, actor, account, nowMs, currency);
}

/**
 * Returns why an order of this user to a demo or real account at a broker is refused now; null if it is allowed. No
 * other code makes this decision.
 * @param known currency of the real account; by default that of the account in use
 */
export async function venueRefusal(
  connections: Connections,
  sql: Sql,
  actor: Actor,
  { broker, kind }: BrokerVenue,
  nowMs: EpochMs,
  known?: Currency,
): Promise<AccountRefusal | null> {
  if (kind === 'real') {
    const account = { broker, currency: known ?? (await realCurrency(sql, actor.userId, broker)) };
    return realMoneyRefusal(sql, actor, account, await readConditions(connections, sql, actor, nowMs, account));
  }
  return (await connections.hasVerified(actor.userId, broker)) ? null : { code: 'mode_unavailable', values: {} };
}

async function realMoneyRefusal(
  sql: Sql,
  { scopes, userId }: Actor,
  { currency }: RealAccount,
  conditions: RealMoneyConditions,
): Promise<AccountRefusal | null> {
  if (scopes !== null) return { code: 'bot_real_money', values: {} };
  const [obstacle] = realMoneyObstacles(conditions);
  if (obstacle === undefined) return null;
  if (obstacle === 'daily_loss_limit_missing') return { code: obstacle, values: { currency } };
  const { timeZone } = await readRiskSettings(sql, userId, conditions.nowMs);
  return toRefusal(obstacle, conditions, timeZone);
}

function toRefusal(obstacle: RealMoneyObstacle, conditions: RealMoneyConditions, timeZone: string): AccountRefusal {
  if (obstacle === 'self_excluded') {
    return { code: obstacle, values: { until: untilText(conditions.selfExcludedUntilMs ?? Infinity, timeZone) } };
  }
  if (obstacle === 'login_excluded') {
    return { code: obstacle, values: { until: untilText(conditions.loginExcludedUntilMs ?? Infinity, timeZone) } };
  }
  if (obstacle === 'security_wait' && conditions.securityWait !== null) {
    const { untilMs, reason } = conditions.securityWait;
    return { code: obstacle, values: { until: untilText(untilMs, timeZone), why: SECURITY_WAIT_REASONS_ES[reason] } };
  }
  const ban =
    obstacle === 'country_banned' && conditions.declaration ? retailBan(conditions.declaration.country) : null;
  return { code: obstacle, values: ban === null ? {} : { authority: ban.authority, since: ban.since } };
}
