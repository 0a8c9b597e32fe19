import { ENTRY_TOLERANCE_MS, isLate } from '@vigia/core/automation';
import { type DurationMs, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { type AwaitedSignal, isDecided, type TurnedDown, writeDecision } from '../signals/index.ts';
import { lateOrder, type PlacedAutomatic, type PlacementRefusal } from '../trading/index.ts';
import type { AutoTradeRules } from './automation-source.ts';
import type { AutoTradingDeps } from './deps.ts';
import { readRecord } from './read-record.ts';
import { type SizedOrder, sizeOrder } from './size-order.ts';

/** When the order leaves, how long its venue is known to take, and when it could be tried again. */
export type Sending = { readonly sentAtMs: EpochMs; readonly latencyMs: DurationMs; readonly againAtMs: EpochMs };

/**
 * What came of a signal. `none`: nobody's business any more, or decided before. `waits`: its ladder hangs on a trade that is
 * still open; nothing was written.
 */
export type Outcome =
  | { readonly kind: 'none' | 'waits' | 'refused' }
  | { readonly kind: 'traded'; readonly placed: PlacedAutomatic };

/**
 * Decides about one signal in one transaction: its owner's account is locked, the rules are read as they are then, and what
 * comes of it is written with its reason, the trade and the decision together or neither.
 */
export const decideSignal = (deps: AutoTradingDeps, signal: AwaitedSignal, sending: Sending): Promise<Outcome> =>
  deps.db.transaction(async (tx) => {
    const { userId, automation, automationId } = signal;
    const account = await deps.accounts.lockMockAccount(tx, userId);
    if (account === null || (await isDecided(tx, signal.signalId))) return { kind: 'none' };
    const rules = await deps.sources[automation].autoTradeRules(tx, automationId);
    if (rules === null || !rules.isActive || !rules.autoTrade || rules.userId !== userId) return { kind: 'none' };
    return decide(deps, tx, { signal, account, rules, sending });
  });

type Case = {
  readonly signal: AwaitedSignal;
  readonly account: PlacedAutomatic['account'];
  readonly rules: AutoTradeRules;
  readonly sending: Sending;
};

async function decide(deps: AutoTradingDeps, tx: Transaction, one: Case): Promise<Outcome> {
  const { signal, account, rules, sending } = one;
  const { userId, automation, automationId, symbol } = signal;
  const nowMs = deps.clock.now();
  const entryTimeMs = epochMs(signal.entryTimeMs);
  const turnDown = (refusal: PlacementRefusal, rest: Partial<TurnedDown> = {}) =>
    refused(tx, signal, { ...NOTHING_STAKED, ...rest, ...refusal }, nowMs);
  const { sentAtMs, latencyMs } = sending;
  if (isLate(entryTimeMs, sentAtMs, latencyMs)) return turnDown(lateOrder(sentAtMs + latencyMs - entryTimeMs));
  const [record, mode] = await Promise.all([
    readRecord(tx, userId, automationId, rules.riskControl, nowMs),
    deps.accounts.mode(tx, userId),
  ]);
  const sized = sizeOrder(deps.market, { rules, record, cashMinor: account.cashMinor, mode, symbol, nowMs });
  if (!sized.ok) {
    if (sized.error === 'waits') {
      if (!isLate(entryTimeMs, sending.againAtMs, latencyMs)) return { kind: 'waits' };
      return turnDown({ code: 'automation_ladder_open', values: { name: rules.name } });
    }
    if (sized.error.switchesOff) await deps.sources[automation].stopAutoTrade(tx, automationId, nowMs);
    return turnDown(sized.error.refusal, { ...stakeOf(sized.error.sized), reached: sized.error.reached });
  }
  const { stakeMinor, step, stakesMinor } = sized.value;
  const placed = await deps.trading.placeAutomatic(tx, {
    ...{ userId, account, automation, automationId, signalId: signal.signalId, symbol, stakeMinor, entryTimeMs },
    ...{ direction: signal.direction, expiryMinutes: signal.expiryMinutes },
    acceptableUntilMs: epochMs(entryTimeMs + ENTRY_TOLERANCE_MS),
  });
  if (!placed.ok) return turnDown(placed.error, stakeOf(sized.value));
  const tradeId = placed.value.option.id;
  await writeDecision(tx, signal, { decision: 'traded', tradeId, stakeMinor, step, stakesMinor }, nowMs);
  return { kind: 'traded', placed: placed.value };
}

const NOTHING_STAKED = { decision: 'refused', stakeMinor: null, step: 1, reached: null } as const;

const stakeOf = (sized: SizedOrder | null) =>
  sized === null ? {} : { stakeMinor: sized.stakeMinor, step: sized.step };

async function refused(tx: Transaction, signal: AwaitedSignal, decision: TurnedDown, nowMs: EpochMs): Promise<Outcome> {
  const isTooLate = decision.code === 'late_order';
  await writeDecision(tx, signal, { ...decision, decision: isTooLate ? 'late' : 'refused' }, nowMs);
  return { kind: 'refused' };
}
