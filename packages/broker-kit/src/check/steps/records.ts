import { epochMs, minorUnits } from '@vigia/core/kernel';
import type { BrokerContract, Reconciliation, SentOrder, SentTimedOrder } from '#port/index.ts';
import { type CheckDeps, type CheckFinding, type CheckResult, type DemoOrder, finding, stepResult } from '../types.ts';
import { pause, waitUntil } from '../wait.ts';

/**
 * Age of an invented order that was never sent. Every broker's history reaches back this far and would contain such an
 * order. The adapter can therefore give its verdict without a new connection.
 */
const NEVER_SENT_AGE_MS = 20 * 60_000;
const NEVER_SENT_DURATION_S = 60;
const DECIDED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 3_000;
/**
 * Longest wait for the second report of a contract's end. Adapters poll the records at intervals of up to ten seconds.
 */
const REPORTED_WITHIN_MS = 30_000;

/** Checks that the broker's records can be read: an order that was never sent must be reported as absent. */
export async function checkRecords(deps: CheckDeps, { order }: DemoOrder): Promise<CheckResult> {
  const neverSent: SentTimedOrder = {
    ...order,
    orderId: deps.ids.next(),
    // The stake is unusual, so that no option contract of the user matches by chance.
    stakeMinor: minorUnits(order.stakeMinor * 7 + 3),
    durationS: NEVER_SENT_DURATION_S,
    sentAtMs: epochMs(deps.clock.now() - NEVER_SENT_AGE_MS),
  };
  const found = await lookUp(deps, neverSent);
  return stepResult('records', found === 'absent' ? [] : [findingOf(found)]);
}

function findingOf(found: Looked): CheckFinding {
  if (typeof found === 'string') return finding('records_undecided');
  if ('fault' in found) return finding('records_failed', { fault: found.fault });
  return finding(found.verdict === 'unread' ? 'records_unread' : 'records_of_nothing');
}

/**
 * Looks up the demo order in the broker's records, as an adapter does when it has lost the reply to an order. Then
 * follows the option contract again, so that the session reports its end once more, now from the records.
 */
export async function checkOrderRecord(
  deps: CheckDeps,
  { order }: DemoOrder,
  { sentAtMs, contract }: { readonly sentAtMs: number; readonly contract: BrokerContract },
): Promise<CheckResult> {
  const found = await lookUp(deps, { ...order, sentAtMs: epochMs(sentAtMs) });
  const isReported = await reportsEndAgain(deps, contract);
  const findings = orderFindings(found, contract);
  const isSilent = findings.length === 0 && !isReported;
  return stepResult('order_record', isSilent ? [finding('order_record_unread')] : findings);
}

function orderFindings(found: Looked, contract: BrokerContract): readonly CheckFinding[] {
  if (typeof found === 'string') return [finding(found === 'absent' ? 'order_not_in_records' : 'records_undecided')];
  if ('fault' in found) return [finding('records_failed', { fault: found.fault })];
  return found.verdict === 'found' ? differencesOf(found.contract, contract) : [finding('order_record_unread')];
}

/**
 * Requests a second report of the contract's end. A session sends this report each time it is asked to follow the
 * contract.
 */
async function reportsEndAgain(deps: CheckDeps, contract: BrokerContract): Promise<boolean> {
  let isReported = false;
  const cancel = deps.events.onContract(({ contractId, result }) => {
    isReported ||= contractId === contract.contractId && result !== null;
  });
  deps.session.follow([contract]);
  try {
    return await waitUntil(deps, () => isReported, REPORTED_WITHIN_MS);
  } finally {
    cancel();
  }
}

function differencesOf(recorded: BrokerContract, known: BrokerContract): readonly CheckFinding[] {
  const fields = [
    ...(recorded.contractId === known.contractId ? [] : ['contractId']),
    ...(recorded.stakeMinor === known.stakeMinor ? [] : ['stakeMinor']),
    ...(recorded.direction === known.direction ? [] : ['direction']),
    ...(recorded.symbol === known.symbol ? [] : ['symbol']),
    ...(recorded.result && known.result && recorded.result.profitMinor !== known.result.profitMinor
      ? ['profitMinor']
      : []),
  ];
  return fields.map((field) => finding('order_record_differs', { field }));
}

type Looked =
  | 'absent'
  | 'undecided'
  | { readonly fault: string }
  | Exclude<Reconciliation, { readonly verdict: 'absent' | 'undecided' }>;

async function lookUp(deps: CheckDeps, order: SentOrder): Promise<Looked> {
  for (let waitedMs = 0; waitedMs <= DECIDED_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const read = await deps.session.reconcile([order], new Set());
    const fault = read.ok ? null : read.error;
    // A fault `network` is expected here: some adapters reconnect before they read the broker's records.
    if (fault && fault.kind !== 'network') return { fault: fault.kind };
    const verdict = read.ok ? read.value.at(0) : undefined;
    if (verdict?.verdict === 'absent') return 'absent';
    if (verdict && verdict.verdict !== 'undecided') return verdict;
    if (waitedMs + LOOK_EVERY_MS > DECIDED_WITHIN_MS && fault) return { fault: fault.kind };
    await pause(deps, LOOK_EVERY_MS);
  }
  return 'undecided';
}
