import type { Automation, Purse, RealityCheck, RiskUse } from '@vigia/contract';
import { type EpochMs, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import {
  currentTradingPeriod,
  isRealityCheckDue,
  pauseEndsAtMs,
  realityCheckAtMs,
  type TradingPeriod,
} from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import {
  type ActingUser,
  type Caller,
  lockOrders,
  securityEventOf,
  writeAutomationStop,
  writeTradingPeriod,
} from '../../accounts/index.ts';
import { AUTOMATION_CHANGED } from '../topics.ts';
import type { AutoTradingControlDeps } from './auto-trading-control-deps.ts';
import { readRisk } from './read-risk.ts';
import { RealityCheckLoop } from './reality-check-loop.ts';

const iso = (timeMs: EpochMs): string => new Date(timeMs).toISOString();

/** Returns how much of the limits is used now, as the risk guard counts it, and the times at which the limits reset. */
async function readRiskUse({ db: { sql }, clock, accounts }: AutoTradingControlDeps, userId: string): Promise<RiskUse> {
  const choice = await accounts.choice(sql, userId);
  const { id: accountId, kind, currency } = await accounts.accountView(sql, userId, choice);
  const { facts, limits } = await readRisk(sql, userId, accountId, clock.now());
  const amount = (minor: MinorUnits): number => formatMinor(minor, currency);
  const pauseEnds = pauseEndsAtMs(facts, limits);
  return {
    purse: { kind, currency },
    day: { trades: facts.tradesToday, profit: amount(facts.profitTodayMinor), resets_at: iso(facts.dayEndsAtMs) },
    week: { profit: amount(facts.profitThisWeekMinor), resets_at: iso(facts.weekEndsAtMs) },
    at_stake: amount(facts.atStakeMinor),
    losing_streak: facts.losingStreak?.losses ?? 0,
    cool_down_until: pauseEnds === null ? null : iso(pauseEnds),
  };
}

/** A user's risk limits, 'Detener todo' and the reality check. */
export interface AutoTradingControl {
  view(userId: string): Promise<Automation>;
  /** Returns what counts against the limits of today and this week, and when the limits reset. */
  riskUse(userId: string): Promise<RiskUse>;
  /**
   * Stops all automatic trading: no automatic order opens a trade after this promise resolves. The method is
   * idempotent.
   */
  stopAll(caller: ActingUser): Promise<Automation>;
  resumeAll(caller: Caller): Promise<Automation>;
  /**
   * Confirms that the user has seen the reality check. Its period ends and a new period starts. Does nothing if no
   * check is due.
   */
  confirmRealityCheck(userId: string): Promise<Automation>;
  start(): void;
  stop(): Promise<void>;
}

/** Creates the control of automatic trading. Each change is published to its user. */
export function createAutoTradingControl(deps: AutoTradingControlDeps): AutoTradingControl {
  const { db, clock, bus } = deps;
  const publish = async (userId: string): Promise<Automation> => {
    const automation = await readAutomation(deps, userId);
    bus.publish(AUTOMATION_CHANGED, { userId, automation });
    return automation;
  };
  const loop = new RealityCheckLoop(deps, publish);
  return {
    view: (userId) => readAutomation(deps, userId),
    riskUse: (userId) => readRiskUse(deps, userId),
    stopAll: async (caller) => {
      const isNew = await setStopped(deps, caller, new Date(clock.now()));
      return isNew ? publish(caller.principal.userId) : readAutomation(deps, caller.principal.userId);
    },
    resumeAll: async (caller) => {
      const isNew = await setStopped(deps, caller, null);
      return isNew ? publish(caller.principal.userId) : readAutomation(deps, caller.principal.userId);
    },
    confirmRealityCheck: async (userId) => {
      const wasDue = await db.transaction(async (tx) => {
        await lockOrders(tx, userId);
        const nowMs = clock.now();
        const { tradingPeriod } = await deps.accounts.riskSettings(tx, userId, nowMs);
        if (!isRealityCheckDue(tradingPeriod, nowMs)) return false;
        await writeTradingPeriod(tx, userId, { sinceMs: nowMs, lastOrderMs: nowMs });
        return true;
      });
      return wasDue ? publish(userId) : readAutomation(deps, userId);
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}

/**
 * Waits for the user's orders that are being placed, then stores the stop or its end, so that no automatic order opens
 * a trade after a stop. Returns false if nothing changed.
 */
const setStopped = (
  { db, securityLog }: AutoTradingControlDeps,
  caller: ActingUser,
  at: Date | null,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { userId } = caller.principal;
    await lockOrders(tx, userId);
    const hasChanged = await writeAutomationStop(tx, userId, at);
    if (hasChanged) {
      await securityLog.append(tx, [
        securityEventOf(caller, at === null ? 'automation_resumed' : 'automation_stopped'),
      ]);
    }
    return hasChanged;
  });

/**
 * Returns when automatic trading was stopped (null if it runs), the number of running automations, and the current
 * reality check with its results.
 */
async function readAutomation(
  { db: { sql }, clock, accounts, countRunning }: AutoTradingControlDeps,
  userId: string,
): Promise<Automation> {
  const nowMs = clock.now();
  const [{ stoppedAtMs, tradingPeriod }, running] = await Promise.all([
    accounts.riskSettings(sql, userId, nowMs),
    countRunning(sql, userId, nowMs),
  ]);
  const going = currentTradingPeriod(tradingPeriod, nowMs);
  return {
    stopped_at: stoppedAtMs === null ? null : new Date(stoppedAtMs).toISOString(),
    running,
    reality_check: going && (await readCheck(sql, userId, going, nowMs)),
  };
}

/** Returns the results of a reality-check period: automatic trades, and all trades with real money. */
async function readCheck(
  sql: Sql,
  userId: string,
  tradingPeriod: TradingPeriod,
  nowMs: EpochMs,
): Promise<RealityCheck> {
  const since = new Date(tradingPeriod.sinceMs);
  const rows = await sql<PurseResult[]>`
    SELECT account AS kind, currency, count(*)::int AS trades, coalesce(sum(profit_minor), 0)::bigint AS net_minor
    FROM trades
    WHERE user_id = ${userId} AND entry_time BETWEEN ${since} AND 'infinity'
      AND (origin <> 'manual' OR account = 'real') AND execution <> 'rejected'
    GROUP BY account, currency ORDER BY account, currency`;
  return {
    since: since.toISOString(),
    due_at: new Date(realityCheckAtMs(tradingPeriod)).toISOString(),
    is_due: isRealityCheckDue(tradingPeriod, nowMs),
    trades: rows.reduce((sum, { trades }) => sum + trades, 0),
    results: rows.map(({ kind, currency, trades, net_minor: netMinor }) => ({
      purse: { kind, currency },
      trades,
      net_result: formatMinor(minorUnits(netMinor), currency),
    })),
  };
}

type PurseResult = Purse & { readonly trades: number; readonly net_minor: number };
