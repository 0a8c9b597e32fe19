import type { Automation, RiskUse } from '@vigia/contract';
import { isRealityCheckDue } from '@vigia/core/risk';
import { type Caller, eventOf, holdOrders, writeStopped, writeStretch } from '../../accounts/index.ts';
import { AUTOMATION_CHANGED } from '../topics.ts';
import type { AutomationDeps } from './automation-deps.ts';
import { readAutomation } from './read-automation.ts';
import { readRiskUse } from './read-risk-use.ts';
import { RealityCheckLoop } from './reality-check-loop.ts';

/** A user's risk limits, 'Detener todo' and the reality check. */
export interface AutomationControl {
  view(userId: string): Promise<Automation>;
  /** Returns the remaining limits of today and this week. */
  riskUse(userId: string): Promise<RiskUse>;
  /** Stops all automatic trading: no automatic order opens a trade once this resolves. Idempotent. */
  stopAll(caller: Caller): Promise<Automation>;
  resumeAll(caller: Caller): Promise<Automation>;
  /** Confirms that the user has seen the figures of a stretch; a new one starts. Does nothing if no check is due. */
  confirmRealityCheck(userId: string): Promise<Automation>;
  start(): void;
  stop(): Promise<void>;
}

export function createAutomation(deps: AutomationDeps): AutomationControl {
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
        await holdOrders(tx, userId);
        const nowMs = clock.now();
        const { stretch } = await deps.accounts.riskSettings(tx, userId, nowMs);
        if (!isRealityCheckDue(stretch, nowMs)) return false;
        await writeStretch(tx, userId, { sinceMs: nowMs, lastOrderMs: nowMs });
        return true;
      });
      return wasDue ? publish(userId) : readAutomation(deps, userId);
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}

/** Waits for running automatic orders, so that none opens a trade afterwards; false if nothing changed. */
const setStopped = ({ db, securityLog }: AutomationDeps, caller: Caller, at: Date | null): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { userId } = caller.principal;
    await holdOrders(tx, userId);
    const hasChanged = await writeStopped(tx, userId, at);
    if (hasChanged) {
      await securityLog.append(tx, [eventOf(caller, at === null ? 'automation_resumed' : 'automation_stopped')]);
    }
    return hasChanged;
  });
