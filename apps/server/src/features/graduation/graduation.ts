import type { Broker } from '@vigia/broker-kit/port';
import { endsRealAutomation, type Graduation, type GraduationGap, graduation } from '@vigia/core/auto-trading';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Accounts, Actor, BrokerVenue } from '../accounts/index.ts';
import type { Evidence } from '../evidence/index.ts';
import { gapText, payoutText } from './gap-text.ts';
import { findAutomation, moveToDemo, type OwnedAutomation } from './graduation.repository.ts';

/** A setup or strategy with an order to the real account at a broker. */
type RealOrder = OwnedAutomation & { readonly broker: BrokerId };

/** The user as the actor of their automation, and the payout above which the evidence holds, as a fraction. */
type Admission = { readonly actor: Actor; readonly leastPayoutRatio: number };

/** The reason why an automatic order may not use real money. */
type GateRefusal = {
  /**
   * `automation_real_money`: real automation ends (see `close`). `automation_real_waits`: only this order is refused.
   */
  readonly code: 'automation_real_money' | 'automation_real_waits';
  readonly values: { readonly why: string };
};

/** The state of the gate for one setup or strategy at the broker of its account; `account` is null on paper. */
type GateState = { readonly account: BrokerVenue | null; readonly graduation: Graduation | null };

/** The gate between rules and real money. Without the proof of the rules it is closed, and nothing opens it by hand. */
export interface RealMoneyGate {
  /**
   * Returns whether a setup or strategy may use real money at the broker of its account; the graduation is null on
   * paper. Returns null if the user has none with this id.
   * @param isMartingale whether its stakes are those of a martingale
   */
  stateOf(sql: Sql, automation: OwnedAutomation, isMartingale: boolean): Promise<GateState | null>;
  /**
   * Checks a real order with facts that are read now, and returns the user as its actor. The payout of the order must
   * also be above `leastPayoutRatio`. Every real order of an automation calls this in the transaction that writes it,
   * and again in the one that sends it. The caller has refused martingales.
   * @throws if a fact cannot be read, so that no order is placed without the facts
   */
  admit(sql: Sql, order: RealOrder): Promise<Result<Admission, GateRefusal>>;
  /**
   * Moves a setup or strategy from the real account to the demo account of its broker, and writes the reason to the
   * security log of its user. Real money needs a new choice by the user then.
   */
  close(tx: Transaction, order: RealOrder, why: string): Promise<void>;
}

export type GateDeps = {
  readonly clock: Clock;
  readonly catalog: readonly Broker[];
  readonly accounts: Pick<Accounts, 'realMoneyConditions'>;
  readonly evidence: Pick<Evidence, 'ofRules'>;
  readonly securityLog: SecurityLog;
  /** Returns a user as the actor of their automation; null if there is no such user. */
  readonly personOf: (sql: Sql, userId: string) => Promise<Actor | null>;
};

export function createRealMoneyGate(deps: GateDeps): RealMoneyGate {
  return {
    stateOf: async (sql, automation, isMartingale) => {
      const row = await findAutomation(sql, automation);
      if (row === null || row.account === null) return row && { account: null, graduation: null };
      const rules = { ...automation, version: row.version, broker: row.account.broker };
      const judged = await judge(deps, sql, rules, isMartingale);
      return judged && { account: row.account, graduation: judged.graduation };
    },
    admit: async (sql, order) => {
      const row = await findAutomation(sql, order);
      const { account } = row ?? { account: null };
      if (row === null || account?.kind !== 'real' || account.broker !== order.broker) return err(NOT_CHOSEN);
      const judged = await judge(deps, sql, { ...order, version: row.version }, false);
      if (judged === null) return err(NOT_CHOSEN);
      const { actor, graduation: found } = judged;
      return found.open ? ok({ actor, leastPayoutRatio: found.leastPayoutRatio }) : err(refusalOf(found.missing));
    },
    close: async (tx, { broker, ...automation }, why) => {
      const name = await moveToDemo(tx, automation, broker, new Date(deps.clock.now()));
      if (name === null) return;
      const detail = { name, to: `${broker}_demo`, why };
      const noSession = { sessionId: null, ip: null, userAgent: null };
      await deps.securityLog.append(tx, [
        { userId: automation.userId, kind: 'automation_real_closed', ...noSession, detail },
      ]);
    },
  };
}

type Rules = OwnedAutomation & { readonly version: number; readonly broker: BrokerId };
type Judged = { readonly actor: Actor; readonly graduation: Graduation };

/** Reads all facts about these rules and judges them; null if the user no longer exists. */
async function judge(
  { clock, catalog, accounts, evidence, personOf }: GateDeps,
  sql: Sql,
  rules: Rules,
  isMartingale: boolean,
): Promise<Judged | null> {
  const nowMs = clock.now();
  const actor = await personOf(sql, rules.userId);
  if (actor === null) return null;
  const traits = catalog.find(({ id }) => id === rules.broker)?.traits;
  const conditions = await accounts.realMoneyConditions(sql, actor, rules.broker, nowMs);
  const facts = {
    nowMs,
    // A broker that this installation does not know may forbid bots.
    forbidsBots: traits?.forbidsBots ?? true,
    statesPayouts: traits !== undefined && traits.pricesEachContract === undefined,
    isMartingale,
    conditions,
    ...(await evidence.ofRules(sql, rules)),
  };
  return { actor, graduation: graduation(facts) };
}

const NOT_CHOSEN: GateRefusal = { code: 'automation_real_money', values: { why: gapText('not_chosen') } };

/**
 * Returns the refusal of a real order whose payout the evidence does not cover.
 * @param payoutRatio lowest payout that the order accepts; null if it is unknown
 */
export const payoutNotCoveredRefusal = (payoutRatio: number | null, leastPayoutRatio: number): GateRefusal => ({
  code: 'automation_real_waits',
  values: { why: payoutText(payoutRatio, leastPayoutRatio) },
});

/** States the gap that ends real automation, or else the first one. */
function refusalOf(missing: readonly [GraduationGap, ...GraduationGap[]]): GateRefusal {
  const ending = missing.find(endsRealAutomation);
  const code = ending === undefined ? 'automation_real_waits' : 'automation_real_money';
  return { code, values: { why: gapText(ending ?? missing[0]) } };
}
