import { ENTRY_TOLERANCE_MS, isLate } from '@vigia/core/automation';
import { type DurationMs, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { type AwaitedSignal, isDecided, type TurnedDown, writeDecision } from '../signals/index.ts';
import { lateOrder, type PlacedAutomatic, type PlacementRefusal } from '../trading/index.ts';
import type { AutoTradeRules } from './automation-source.ts';
import type { AutoTradingDeps } from './deps.ts';
import type { DeskOwner } from './desk-owner.ts';
import { readRecord } from './read-record.ts';
import { type SizedOrder, sizeOrder } from './size-order.ts';

/** When the order leaves, how long its venue is known to take, and whether it has waited for its ladder before. */
export type Sending = { readonly sentAtMs: EpochMs; readonly latencyMs: DurationMs; readonly hasWaited: boolean };

/**
 * What came of a signal. `none`: nobody's business any more, or decided before. `waits`: its ladder hangs on a trade that is
 * still open; `elsewhere`: its order goes through a session another process has; nothing was written.
 */
export type Outcome =
  | { readonly kind: 'none' | 'waits' | 'elsewhere' | 'refused' }
  | { readonly kind: 'traded'; readonly placed: PlacedAutomatic };

/**
 * Decides about one signal in one transaction: its owner's accounts are locked, the rules are read as they are then, and what
 * comes of it is written with its reason, the trade and the decision together or neither.
 * @throws LostOwnership where the signal is somebody else's to decide by now
 */
export const decideSignal = (
  deps: AutoTradingDeps,
  owner: Pick<DeskOwner, 'fence'>,
  signal: AwaitedSignal,
  sending: Sending,
): Promise<Outcome> =>
  deps.db.transaction(async (tx) => {
    const { userId, automation, automationId } = signal;
    await owner.fence(tx, userId);
    const account = await deps.accounts.lockMockAccount(tx, userId);
    if (account === null || (await isDecided(tx, signal.signalId))) return { kind: 'none' };
    const rules = await deps.sources[automation].autoTradeRules(tx, automationId);
    if (rules === null || !rules.isActive || !rules.autoTrade || rules.userId !== userId) return { kind: 'none' };
    return decide(deps, tx, { signal, account, rules, sending, nowMs: deps.clock.now() });
  });

type Case = {
  readonly signal: AwaitedSignal;
  readonly account: PlacedAutomatic['account'];
  readonly rules: AutoTradeRules;
  readonly sending: Sending;
  readonly nowMs: EpochMs;
};

async function decide(deps: AutoTradingDeps, tx: Transaction, one: Case): Promise<Outcome> {
  const { signal, rules, nowMs } = one;
  const { userId, automationId, symbol } = signal;
  const tooLate = lateRefusal(one);
  if (tooLate) return turnDown(tx, one, tooLate);
  const [record, mode] = await Promise.all([
    readRecord(tx, userId, automationId, rules.riskControl, nowMs),
    deps.accounts.mode(tx, userId),
  ]);
  if (mode === 'iqoption_demo' && !deps.trading.ownsVenues()) return { kind: 'elsewhere' };
  // Real money is refused by its rules before anything is asked of its account.
  const venue = mode === 'iqoption_demo' ? await deps.trading.automaticVenue(tx, userId, mode) : null;
  if (mode === 'iqoption_demo' && venue === null) return turnDown(tx, one, { code: 'mode_unavailable', values: {} });
  const account = venue?.account ?? one.account;
  const facts = { rules, record, cashMinor: account.cashMinor, mode, symbol, nowMs };
  const sized = sizeOrder(venue ?? deps.markets.at(signal.source), facts);
  if (sized.ok) return place(deps, tx, { ...one, account }, sized.value);
  if (sized.error === 'waits') return { kind: 'waits' };
  const { refusal, reached, switchesOff } = sized.error;
  if (switchesOff) await deps.sources[signal.automation].stopAutoTrade(tx, automationId, nowMs);
  return turnDown(tx, one, refusal, { ...stakeOf(sized.error.sized), reached });
}

/** What waited for its ladder until it was late is told why it waited. */
function lateRefusal({ signal, rules, sending }: Case): PlacementRefusal | null {
  const { sentAtMs, latencyMs, hasWaited } = sending;
  if (!isLate(epochMs(signal.entryTimeMs), sentAtMs, latencyMs)) return null;
  if (hasWaited) return { code: 'automation_ladder_open', values: { name: rules.name } };
  return lateOrder(sentAtMs + latencyMs - signal.entryTimeMs);
}

async function place(deps: AutoTradingDeps, tx: Transaction, one: Case, sized: SizedOrder): Promise<Outcome> {
  const { signal, account, nowMs } = one;
  const { stakeMinor, step, stakesMinor } = sized;
  const { userId, automation, automationId, signalId, symbol, source, direction, expiryMinutes } = signal;
  const entryTimeMs = epochMs(signal.entryTimeMs);
  const placed = await deps.trading.placeAutomatic(tx, {
    ...{
      userId,
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
    },
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
  known: Partial<Pick<TurnedDown, 'stakeMinor' | 'step' | 'reached'>> = {},
): Promise<Outcome> {
  const decision = refusal.code === 'late_order' ? 'late' : 'refused';
  await writeDecision(tx, signal, { stakeMinor: null, step: 1, reached: null, ...known, ...refusal, decision }, nowMs);
  return { kind: 'refused' };
}
