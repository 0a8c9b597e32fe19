import type { SignalDecisionView } from '@vigia/contract';
import { ENTRY_TOLERANCE_MS, type EntryPlan, isLate, plannedEntry } from '@vigia/core/auto-trading';
import { type DurationMs, durationMs, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import {
  type Decision,
  isDecided,
  lockDecisions,
  type RefusalDecision,
  type SignalAwaitingDecision,
  viewOfDecision,
  writeDecision,
} from '../signals/index.ts';
import {
  type AutomaticOrder,
  lateOrderRefusal,
  type PlacedAutomatic,
  type PlacementRefusal,
} from '../trading/index.ts';
import type { AutoTradeRules } from './automation-source.ts';
import type { AutoTradingDeps } from './deps.ts';
import { readRecord } from './read-record.ts';
import type { SignalOwner } from './signal-owner.ts';
import { type SizedOrder, sizeOrder } from './size-order.ts';

/**
 * How an order is sent: when it is written, how long this server takes to write an order (95th percentile and median),
 * and whether the signal has already waited for its martingale ladder. `plannedMs` is the planned time of sending; null
 * while no second is planned.
 */
export type SendTiming = {
  readonly sentAtMs: EpochMs;
  readonly latencyMs: DurationMs;
  readonly usualLatencyMs: DurationMs;
  readonly hasWaited: boolean;
  readonly plannedMs: EpochMs | null;
};

/**
 * Result for a signal. `none`: it is already decided, or its setup or strategy does not trade any more. `waits`: its
 * martingale ladder depends on an open trade. `other_process`: its order needs a session that another process runs, and
 * nothing was written. `planned`: its order must be written `afterMs` later, and nothing was written. `refused` and
 * `traded`: the decision was written.
 */
export type SignalDecision =
  | { readonly kind: 'planned'; readonly afterMs: DurationMs; readonly sendAtMs: EpochMs }
  | { readonly kind: 'none' | 'waits' | 'other_process' }
  | { readonly kind: 'refused'; readonly decision: SignalDecisionView | null }
  | {
      readonly kind: 'traded';
      readonly decision: SignalDecisionView | null;
      readonly placed: PlacedAutomatic;
      /** Time at which the order is sent to its broker, by this server's clock. */
      readonly sendAtMs: EpochMs;
    };

/**
 * Decides one signal in one transaction: reads the current rules, locks the account that the order goes to, and writes
 * the decision with its reason. Trade and decision are written together or not at all. Decisions of one user wait for
 * each other, on any accounts.
 * @throws LeaseLostError if another process now owns the signal's shard
 */
export const decideSignal = (
  deps: AutoTradingDeps,
  owner: Pick<SignalOwner, 'fence'>,
  signal: SignalAwaitingDecision,
  sending: SendTiming,
): Promise<SignalDecision> =>
  deps.db.transaction(async (tx) => {
    const { userId, automation, automationId } = signal;
    await owner.fence(tx, userId);
    await lockDecisions(tx, userId);
    if (await isDecided(tx, signal.signalId)) return { kind: 'none' };
    const rules = await deps.sources[automation].autoTradeRules(tx, automationId);
    if (rules === null || !rules.isActive || !rules.autoTrade || rules.userId !== userId) return { kind: 'none' };
    return decide(deps, tx, {
      signal,
      rules,
      sending,
      venueTime: venueTimeOf(deps, signal, rules),
      nowMs: deps.clock.now(),
    });
  });

type Case = {
  readonly signal: SignalAwaitingDecision;
  readonly rules: AutoTradeRules;
  readonly sending: SendTiming;
  /** Clock offset and round trip of the broker; zero on the paper account. */
  readonly venueTime: VenueTime;
  readonly nowMs: EpochMs;
};

type VenueTime = { readonly offsetMs: number; readonly roundTripMs: number };

/**
 * Returns the clock and round trip of the broker that receives the order. A signal on prices of another source has the
 * time of that source, so its entry is not shifted.
 */
function venueTimeOf(
  { orders }: AutoTradingDeps,
  { userId, source }: SignalAwaitingDecision,
  { account }: AutoTradeRules,
): VenueTime {
  const time = account === null ? null : orders.venueTime(userId, account.broker);
  return { offsetMs: (source === account?.broker && time?.offsetMs) || 0, roundTripMs: time?.roundTripMs ?? 0 };
}

/** Entry of the signal by this server's clock. */
const entryOf = ({ signal, venueTime }: Case): EpochMs => epochMs(signal.entryTimeMs - venueTime.offsetMs);

async function decide(deps: AutoTradingDeps, tx: Transaction, one: Case): Promise<SignalDecision> {
  const { signal, rules, nowMs } = one;
  const { userId, automationId, symbol } = signal;
  const tooLate = lateRefusal(one);
  if (tooLate) return turnDown(deps, tx, one, tooLate);
  const target = rules.account;
  if (target !== null && !deps.orders.ownsVenues(userId)) return { kind: 'other_process' };
  const { writeAtMs, sendAtMs } = planOf(one);
  if (writeAtMs > nowMs) return { kind: 'planned', afterMs: durationMs(writeAtMs - nowMs), sendAtMs };
  const venue = target && (await deps.orders.automaticVenue(tx, userId, target));
  if (target !== null && venue === null) return turnDown(deps, tx, one, { code: 'mode_unavailable', values: {} });
  const account = venue?.account ?? (await deps.accounts.lockMockAccount(tx, userId));
  if (account === null) return { kind: 'none' };
  const record = await readRecord(tx, userId, { automationId, purse: account }, rules.riskControl, nowMs);
  const { cashMinor, currency } = account;
  const facts = { rules, record, cashMinor, isRealMoney: target?.kind === 'real', currency, symbol, nowMs };
  const sized = sizeOrder(venue ?? deps.markets.at(signal.source), facts);
  if (sized.ok) return place(deps, tx, one, { account, target, sendAtMs }, sized.value);
  if (sized.error === 'waits') return { kind: 'waits' };
  const { refusal, reached, switchesOff } = sized.error;
  if (switchesOff) await deps.sources[signal.automation].stopAutoTrade(tx, automationId, nowMs);
  return turnDown(deps, tx, one, refusal, { ...stakeOf(sized.error.sized), reached });
}

/**
 * Returns the refusal of a late signal; null if the signal is not late. If the signal waited for its martingale ladder,
 * the refusal states the ladder as the reason.
 */
function lateRefusal(one: Case): PlacementRefusal | null {
  const { rules, sending, venueTime } = one;
  const { sentAtMs, hasWaited } = sending;
  const latencyMs = durationMs(sending.latencyMs + venueTime.roundTripMs);
  const entryMs = entryOf(one);
  if (!isLate(entryMs, sentAtMs, latencyMs)) return null;
  if (hasWaited) return { code: 'automation_ladder_open', values: { name: rules.name } };
  return lateOrderRefusal(sentAtMs + latencyMs - entryMs);
}

/**
 * Returns when to write the order and when to send it, by this server's clock, so that its broker accepts it on a whole
 * second. The paper account accepts at any moment, so waiting would only move the price. An order is planned once: on a
 * busy server a second plan could make it late.
 */
function planOf({ signal, rules, sending, venueTime, nowMs }: Case): EntryPlan {
  if (rules.account === null) return { writeAtMs: nowMs, sendAtMs: nowMs };
  if (sending.plannedMs !== null) return { writeAtMs: nowMs, sendAtMs: sending.plannedMs };
  const { offsetMs, roundTripMs } = venueTime;
  const plan = plannedEntry(epochMs(signal.entryTimeMs), {
    nowMs: epochMs(nowMs + offsetMs),
    writingMs: sending.usualLatencyMs,
    transitMs: durationMs(roundTripMs / 2),
  });
  return { writeAtMs: epochMs(plan.writeAtMs - offsetMs), sendAtMs: epochMs(plan.sendAtMs - offsetMs) };
}

async function place(
  deps: AutoTradingDeps,
  tx: Transaction,
  one: Case,
  { account, target, sendAtMs }: Pick<AutomaticOrder, 'account' | 'target'> & { readonly sendAtMs: EpochMs },
  sized: SizedOrder,
): Promise<SignalDecision> {
  const { signal, nowMs } = one;
  const { stakeMinor, step, stakesMinor } = sized;
  const { userId, automation, automationId, signalId, symbol, source, direction, length } = signal;
  const entryTimeMs = entryOf(one);
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
    length,
    stakeMinor,
    entryTimeMs,
    acceptableUntilMs: epochMs(entryTimeMs + ENTRY_TOLERANCE_MS),
  });
  if (!placed.ok) return turnDown(deps, tx, one, placed.error, stakeOf(sized));
  const tradeId = placed.value.option.id;
  const made: Decision = { decision: 'traded', tradeId, stakeMinor, step, stakesMinor };
  await writeDecision(tx, signal, made, nowMs);
  const decision = viewOfDecision(made, new Date(nowMs), account.currency);
  return { kind: 'traded', decision, placed: placed.value, sendAtMs };
}

const stakeOf = (sized: SizedOrder | null) =>
  sized === null ? {} : { stakeMinor: sized.stakeMinor, step: sized.step };

/**
 * Writes the refusal as the decision. If the graduation gate has closed, the setup or strategy leaves real money in the
 * same transaction.
 */
async function turnDown(
  { gate }: Pick<AutoTradingDeps, 'gate'>,
  tx: Transaction,
  { signal, rules, nowMs }: Case,
  refusal: PlacementRefusal,
  known: Partial<Pick<RefusalDecision, 'stakeMinor' | 'step' | 'reached'>> = {},
): Promise<SignalDecision> {
  const decision = refusal.code === 'late_order' ? 'late' : 'refused';
  const made: Decision = { stakeMinor: null, step: 1, reached: null, ...known, ...refusal, decision };
  await writeDecision(tx, signal, made, nowMs);
  if (refusal.code === 'automation_real_money' && rules.account?.kind === 'real') {
    const { userId, automation: kind, automationId: id } = signal;
    await gate.close(tx, { userId, kind, id, broker: rules.account.broker }, String(refusal.values['why'] ?? ''));
  }
  return { kind: 'refused', decision: viewOfDecision(made, new Date(nowMs), null) };
}
