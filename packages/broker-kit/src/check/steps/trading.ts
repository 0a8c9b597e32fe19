import type { BrokerContract, ContractResult } from '#port/index.ts';
import { withSendDeadline } from '../demo-order.ts';
import {
  type CheckDeps,
  type CheckFinding,
  type CheckResult,
  type CheckState,
  type DemoOrder,
  finding,
  skippedStep,
  stepResult,
} from '../types.ts';
import { waitUntil } from '../wait.ts';

/** Time after the expiry within which every supported broker settles an option contract. */
const SETTLED_WITHIN_MS = 15_000;
/** Time after the expiry after which the check stops its wait. */
const GIVE_UP_MS = 90_000;
/** Time after the settlement by which the broker updates the balance. */
const BALANCE_WITHIN_MS = 10_000;
/**
 * Largest difference between the expiry that the broker granted and the requested one, in addition to one step of the
 * broker's grid of expiry times.
 */
const EXPIRY_OFF_MS = 5_000;
/** Largest step between the fixed expiry times at which brokers sell short contracts. */
const GRID_MS = 60_000;

/** Sends the demo order once, after the user confirmed it, and compares the bought option contract with the order. */
export async function checkDemoOrder(deps: CheckDeps, state: CheckState, demo: DemoOrder): Promise<CheckResult> {
  if (!(await deps.confirm(demo))) return skippedStep('demo_order', 'not_confirmed');
  const sentAtMs = deps.clock.now();
  const confirmed = withSendDeadline(demo, sentAtMs);
  state.sent = { order: confirmed, sentAtMs, balanceBeforeMinor: balanceOf(deps, demo.account.accountId) };
  const reply = await deps.place(confirmed);
  switch (reply.outcome) {
    case 'withheld':
      return skippedStep('demo_order', 'withheld', reply.why);
    case 'refused':
      return stepResult('demo_order', [finding('order_refused', { fault: reply.fault.kind })]);
    case 'unknown':
      return stepResult('demo_order', [finding('order_unknown', { cause: reply.cause })]);
    case 'accepted':
      state.contract = reply.contract;
      return stepResult('demo_order', termFindings(reply.contract, confirmed, sentAtMs), {
        symbol: demo.order.symbol,
        seconds: demo.order.durationS,
      });
  }
}

function termFindings(contract: BrokerContract, { order }: DemoOrder, sentAtMs: number): readonly CheckFinding[] {
  const expiryOffMs = Math.abs(contract.expiryMs - (sentAtMs + order.durationS * 1_000));
  const fields = [
    ...(contract.contractId === '' ? ['contractId'] : []),
    ...(contract.accountId === order.accountId ? [] : ['accountId']),
    ...(contract.symbol === order.symbol ? [] : ['symbol']),
    ...(contract.direction === order.direction ? [] : ['direction']),
    ...(contract.stakeMinor === order.stakeMinor ? [] : ['stakeMinor']),
    ...(expiryOffMs > GRID_MS + EXPIRY_OFF_MS ? ['expiryMs'] : []),
    ...(contract.payoutRatio === null ? ['payoutRatio'] : []),
  ];
  return fields.map((field) => finding('order_differs', { field }));
}

/** Waits for the end of the option contract and compares its result and the balance with its terms. */
export async function checkSettlement(
  deps: CheckDeps,
  begun: BrokerContract,
  balanceBeforeMinor: number,
): Promise<CheckResult> {
  const { clock, session } = deps;
  let ended: BrokerContract | null = null;
  const cancel = deps.events.onContract((contract) => {
    if (contract.contractId === begun.contractId && contract.result !== null) ended ??= contract;
  });
  session.follow([begun]);
  const waitMs = Math.max(0, begun.expiryMs - clock.now()) + GIVE_UP_MS;
  try {
    await waitUntil(deps, () => ended !== null, waitMs);
  } finally {
    cancel();
  }
  const afterMs = clock.now() - begun.expiryMs;
  const seconds = Math.round(afterMs / 1_000);
  const result = resultOf(ended);
  if (result === null) return stepResult('settlement', [finding('never_settled', { seconds })]);
  const findings = [
    ...(afterMs > SETTLED_WITHIN_MS ? [finding('settled_late', { seconds })] : []),
    ...resultFindings(begun, result),
    ...(await balanceFindings(deps, begun.accountId, balanceBeforeMinor + result.profitMinor)),
  ];
  return stepResult('settlement', findings, { outcome: result.outcome, seconds });
}

const resultOf = (ended: BrokerContract | null): ContractResult | null => ended?.result ?? null;

function resultFindings({ stakeMinor, payoutRatio }: BrokerContract, result: ContractResult): readonly CheckFinding[] {
  const expected = expectedProfit(stakeMinor, payoutRatio, result.outcome);
  const isSame = expected === null || Math.abs(expected - result.profitMinor) <= 1;
  return isSame ? [] : [finding('result_differs', { outcome: result.outcome })];
}

function expectedProfit(
  stakeMinor: number,
  payoutRatio: number | null,
  outcome: ContractResult['outcome'],
): number | null {
  switch (outcome) {
    case 'won':
      return payoutRatio === null ? null : Math.round(stakeMinor * payoutRatio);
    case 'lost':
      return -stakeMinor;
    case 'tie':
    case 'void':
      return 0;
    case 'sold':
      return null;
  }
}

/**
 * Checks that the balance changes by the result. The change may differ if the user trades elsewhere at the same time.
 */
async function balanceFindings(
  deps: CheckDeps,
  accountId: string,
  expectedMinor: number,
): Promise<readonly CheckFinding[]> {
  const follows = () => Math.abs(balanceOf(deps, accountId) - expectedMinor) <= 1;
  return (await waitUntil(deps, follows, BALANCE_WITHIN_MS)) ? [] : [finding('balance_differs')];
}

const balanceOf = ({ session }: CheckDeps, accountId: string): number =>
  session.accounts().find((account) => account.accountId === accountId)?.balanceMinor ?? 0;
