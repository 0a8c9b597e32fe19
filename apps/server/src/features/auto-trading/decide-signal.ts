import { ENTRY_TOLERANCE_MS, isLate } from '@vigia/core/automation';
import { type DurationMs, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { type AwaitedSignal, isDecided, lockDecisions, type RefusalDecision, writeDecision } from '../signals/index.ts';
import { type AutomaticOrder, lateOrder, type PlacedAutomatic, type PlacementRefusal } from '../trading/index.ts';
import type { AutoTradeRules } from './automation-source.ts';
import type { AutoTradingDeps } from './deps.ts';
import { readRecord } from './read-record.ts';
import type { SignalOwner } from './signal-owner.ts';
import { type SizedOrder, sizeOrder } from './size-order.ts';

/**
 * Time at which the order is sent, expected latency of its venue, and whether the signal has already waited for its
 * martingale ladder.
 */
export type Sending = { readonly sentAtMs: EpochMs; readonly latencyMs: DurationMs; readonly hasWaited: boolean };

/**
 * Result for a signal. `none`: it is already decided, or its setup or strategy does not trade any more. `waits`: its
 * martingale ladder depends on an open trade. `other_process`: its order needs a session that another process holds;
 * nothing was written.
 */
export type Outcome =
  | { readonly kind: 'none' | 'waits' | 'other_process' | 'refused' }
  | { readonly kind: 'traded'; readonly placed: PlacedAutomatic };

/**
 * Decides one signal in one transaction: reads the current rules, locks the account that the order goes to, and writes
 * the decision with its reason. The trade and the decision are written together or not at all. Decisions of one user
 * wait for each other, whatever their accounts.
 * @throws LeaseLost if another process now owns the signal's shard
 */
export const decideSignal = (
  deps: AutoTradingDeps,
  owner: Pick<SignalOwner, 'fence'>,
  signal: AwaitedSignal,
  sending: Sending,
): Promise<Outcome> =>
  deps.db.transaction(async (tx) => {
    const { userId, automation, automationId } = signal;
    await owner.fence(tx, userId);
    await lockDecisions(tx, userId);
    if (await isDecided(tx, signal.signalId)) return { kind: 'none' };
    const rules = await deps.sources[automation].autoTradeRules(tx, automationId);
    if (rules === null || !rules.isActive || !rules.autoTrade || rules.userId !== userId) return { kind: 'none' };
    return decide(deps, tx, { signal, rules, sending, nowMs: deps.clock.now() });
  });

type Case = {
  readonly signal: AwaitedSignal;
  readonly rules: AutoTradeRules;
  readonly sending: Sending;
  readonly nowMs: EpochMs;
};

async function decide(deps: AutoTradingDeps, tx: Transaction, one: Case): Promise<Outcome> {
  const { signal, rules, nowMs } = one;
  const { userId, automationId, symbol } = signal;
  const tooLate = lateRefusal(one);
  if (tooLate) return turnDown(tx, one, tooLate);
  const target = rules.account;
  if (target !== null && !deps.orders.ownsVenues(userId)) return { kind: 'other_process' };
  const venue = target && (await deps.orders.automaticVenue(tx, userId, target));
  if (target !== null && venue === null) return turnDown(tx, one, { code: 'mode_unavailable', values: {} });
  const account = venue?.account ?? (await deps.accounts.lockMockAccount(tx, userId));
  if (account === null) return { kind: 'none' };
  const record = await readRecord(tx, userId, { automationId, purse: account }, rules.riskControl, nowMs);
  const facts = { rules, record, cashMinor: account.cashMinor, currency: account.currency, symbol, nowMs };
  const sized = sizeOrder(venue ?? deps.markets.at(signal.source), facts);
  if (sized.ok) return place(deps, tx, one, { account, target }, sized.value);
  if (sized.error === 'waits') return { kind: 'waits' };
  const { refusal, reached, switchesOff } = sized.error;
  if (switchesOff) await deps.sources[signal.automation].stopAutoTrade(tx, automationId, nowMs);
  return turnDown(tx, one, refusal, { ...stakeOf(sized.error.sized), reached });
}

/**
 * Returns the refusal of a late signal; null if the signal is not late. The refusal of a signal that waited for its
 * martingale ladder gives the ladder as the reason.
 */
function lateRefusal({ signal, rules, sending }: Case): PlacementRefusal | null {
  const { sentAtMs, latencyMs, hasWaited } = sending;
  if (!isLate(epochMs(signal.entryTimeMs), sentAtMs, latencyMs)) return null;
  if (hasWaited) return { code: 'automation_ladder_open', values: { name: rules.name } };
  return lateOrder(sentAtMs + latencyMs - signal.entryTimeMs);
}

async function place(
  deps: AutoTradingDeps,
  tx: Transaction,
  one: Case,
  { account, target }: Pick<AutomaticOrder, 'account' | 'target'>,
  sized: SizedOrder,
): Promise<Outcome> {
  const { signal, nowMs } = one;
  const { stakeMinor, step, stakesMinor } = sized;
  const { userId, automation, automationId, signalId, symbol, source, direction, expiryMinutes } = signal;
  const entryTimeMs = epochMs(signal.entryTimeMs);
  const placed = await deps.orders.placeAutomatic(tx, {
    userId,
    target,
    account,
    automation,
    automationId,
    signalId,
    symbol,
    source,
    direction,
    expiryMinutes,
    stakeMinor,
    entryTimeMs,
    acceptableUntilMs: epochMs(entryTimeMs + ENTRY_TOLERANCE_MS),
  });
  if (!placed.ok) return turnDown(tx, one, placed.error, stakeOf(sized));
  const tradeId = placed.value.option.id;
  await writeDecision(tx, signal, { decision: 'traded', tradeId, stakeMinor, step, stakesMinor }, nowMs);
  return { kind: 'traded', placed: placed.value };
}

const stakeOf = (sized: SizedOrder | null) =>
  sized === null ? {} : { stakeMinor: sized.stakeMinor, step: sized.step };

async function turnDown(
  tx: Transaction,
  { signal, nowMs }: Case,
  refusal: PlacementRefusal,
  known: Partial<Pick<RefusalDecision, 'stakeMinor' | 'step' | 'reached'>> = {},
): Promise<Outcome> {
  const decision = refusal.code === 'late_order' ? 'late' : 'refused';
  await writeDecision(tx, signal, { stakeMinor: null, step: 1, reached: null, ...known, ...refusal, decision }, nowMs);
  return { kind: 'refused' };
}
