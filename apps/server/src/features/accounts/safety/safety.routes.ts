import { AccountSafety, Declaration, SafetyQuery, SelfExclusion } from '@vigia/contract';
import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import {
  declare,
  forbidsRealMoney,
  realMoneyObstacles,
  retailBan,
  type SecurityWait,
  type Declaration as Stored,
} from '@vigia/core/risk';
import type { BrokerId, SelfExclusionPeriod } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Principal } from '#platform/http/principal.ts';
import { type Caller, callerOf, securityEventOf } from '../caller.ts';
import { lockOrders } from '../limits/automation-state.ts';
import { readRiskSettings } from '../limits/stored-limits.ts';
import { ACCOUNT_CHOSEN, SELF_EXCLUDED } from '../topics.ts';
import { excludedUntil, excludeFromRealMoney, readRealMoneyBlocks } from './exclusion.repository.ts';
import { type AccountRefusal, untilText } from './refusal.ts';
import { readConditions, realCurrency } from './refuse-account.ts';
import { leaveRealMoney, readDeclaration, writeDeclaration } from './safety.repository.ts';
import type { SafetyDeps } from './switch-mode.ts';

const HOUR_MS = 60 * 60_000;
const PERIOD_MS: Readonly<Record<SelfExclusionPeriod, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
  forever: Infinity,
};

/**
 * Excludes the caller from real money for a period or permanently, at once. A running exclusion can only be made
 * longer. Returns the users whose chosen account may have changed.
 */
function excludeMyself(
  { db, clock, securityLog, keyedHash }: SafetyDeps & { readonly keyedHash: KeyedHash },
  caller: Caller,
  { period }: SelfExclusion,
): Promise<Result<readonly string[], AccountRefusal>> {
  return db.transaction(async (tx) => {
    const { userId, isAnonymous } = caller.principal;
    if (isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
    const nowMs = clock.now();
    const untilMs = nowMs + PERIOD_MS[period];
    const runningMs = await excludedUntil(tx, userId, true);
    if (runningMs !== null && untilMs < runningMs) {
      const { timeZone } = await readRiskSettings(tx, userId, nowMs);
      return err({ code: 'self_exclusion_shorter', values: { until: untilText(runningMs, timeZone) } });
    }
    const others = await excludeFromRealMoney(tx, { keyedHash }, { userId, untilMs, nowMs });
    const until = untilMs === Infinity ? null : new Date(untilMs).toISOString();
    await securityLog.append(tx, [securityEventOf(caller, 'self_excluded', { period, until })]);
    return ok([userId, ...others]);
  });
}

/**
 * Registers the routes of declarations and self-exclusion. Responses list the unmet conditions of real money. Bot
 * tokens are refused.
 */
export function registerSafetyRoutes(
  app: App,
  deps: SafetyDeps & { readonly keyedHash: KeyedHash; readonly bus: Bus },
): void {
  const routes = memberRoutes(app, 'Cuenta');
  const answered = { data: AccountSafety, failures: '4xx' } as const;
  routes.get(
    '/api/v1/account/safety',
    {
      ...answered,
      config: { effects: ['reads_account'] },
      summary: 'Declaraciones, autoexclusión y lo que falta para dinero real',
      querystring: SafetyQuery,
    },
    ({ principal, query }) => readSafety(deps, principal, query),
  );
  routes.put(
    '/api/v1/account/declaration',
    {
      ...answered,
      config: { effects: ['opens_real_money'] },
      summary: 'Declara mayoría de edad y país de residencia',
      body: Declaration,
    },
    async (request) => {
      valueOrApiError(await declareOwn(deps, callerOf(request), request.body));
      deps.bus.publish(ACCOUNT_CHOSEN, { userId: request.principal.userId });
      return readSafety(deps, request.principal);
    },
  );
  routes.post(
    '/api/v1/account/self-exclusion',
    {
      ...answered,
      config: { effects: ['changes_account'] },
      summary: 'Autoexclusión del dinero real: se puede alargar, nunca acortar',
      body: SelfExclusion,
    },
    async (request) => {
      const moved = valueOrApiError(await excludeMyself(deps, callerOf(request), request.body));
      deps.bus.publish(SELF_EXCLUDED, { userId: request.principal.userId });
      // The paper account has replaced chosen real accounts, including those of other users with the same broker login.
      for (const userId of moved) deps.bus.publish(ACCOUNT_CHOSEN, { userId });
      return readSafety(deps, request.principal);
    },
  );
}

/**
 * Stores a user's declaration of age and country of residence. If the declaration allows real money, it takes effect a
 * day later. If it forbids real money, it applies at once, and the paper account replaces a chosen real account. The
 * security log keeps every declaration.
 */
async function declareOwn(
  { db, clock, securityLog }: SafetyDeps,
  caller: Caller,
  declaration: Declaration,
): Promise<Result<null, AccountRefusal>> {
  if (caller.principal.isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
  const { userId } = caller.principal;
  await db.transaction(async (tx) => {
    await lockOrders(tx, userId);
    const nowMs = clock.now();
    const after = declare(await readDeclaration(tx, userId, nowMs), declaration, nowMs);
    await writeDeclaration(tx, userId, after, new Date(nowMs));
    if (forbidsRealMoney(after.current)) await leaveRealMoney(tx, userId);
    await securityLog.append(tx, [securityEventOf(caller, 'declaration_made', declaration)]);
  });
  return ok(null);
}

function waitingView(declaration: Stored | null): AccountSafety['waiting'] {
  if (!declaration?.waiting) return null;
  const { adult, country, fromMs } = declaration.waiting;
  return { adult, country, from: new Date(fromMs).toISOString() };
}

function waitView(wait: SecurityWait | null, nowMs: EpochMs): AccountSafety['security_wait'] {
  if (wait === null || wait.untilMs <= nowMs) return null;
  return { until: new Date(wait.untilMs).toISOString(), reason: wait.reason };
}

type AskedAccount = { readonly broker?: BrokerId | null | undefined; readonly currency?: Currency | undefined };

/** Returns a user's declarations, self-exclusion, and the unmet conditions of real money in this session. */
async function readSafety(
  { db: { sql }, clock, connections }: SafetyDeps,
  principal: Principal,
  { broker = null, currency: asked }: AskedAccount = {},
): Promise<AccountSafety> {
  const nowMs = clock.now();
  const currency = asked ?? (await realCurrency(sql, principal.userId, broker));
  const declaration = await readDeclaration(sql, principal.userId, nowMs);
  const declared = declaration?.current ?? null;
  const { excludedUntilMs: untilMs, securityWait } = await readRealMoneyBlocks(sql, principal.userId, null);
  const isExcluded = untilMs !== null && untilMs > nowMs;
  return {
    adult: declared?.adult ?? null,
    country: declared?.country ?? null,
    declared_at: declared && new Date(declared.declaredAtMs).toISOString(),
    waiting: waitingView(declaration),
    ban: declared && retailBan(declared.country),
    self_excluded_until: isExcluded && untilMs !== Infinity ? new Date(untilMs).toISOString() : null,
    self_excluded_forever: untilMs === Infinity,
    security_wait: waitView(securityWait, nowMs),
    loss_limit_currency: currency,
    obstacles: [...realMoneyObstacles(await readConditions(connections, sql, principal, nowMs, { broker, currency }))],
  };
}
