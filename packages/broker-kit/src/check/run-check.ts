import { CHECK_STEPS, type CheckStep } from '@vigia/core/vocabulary';
import type { BrokerAsset } from '#port/index.ts';
import { demoAccountOf, demoOrder } from './demo-order.ts';
import { checkPrices } from './steps/prices.ts';
import { checkQuote } from './steps/quote.ts';
import { checkAccounts, checkAssets, checkClock } from './steps/reading.ts';
import { checkOrderRecord, checkRecords } from './steps/records.ts';
import { checkDemoOrder, checkSettlement } from './steps/trading.ts';
import {
  type CheckDeps,
  type CheckResult,
  type CheckState,
  expectedStep,
  finding,
  skippedStep,
  stepResult,
} from './types.ts';
import { CheckCancelledError, throwIfCancelled } from './wait.ts';

/** Assets that every broker sells around the clock or on weekdays, the most active ones first. */
const PREFERRED = ['EURUSD', 'EURUSD-OTC', 'BTCUSD'];

/**
 * Checks a broker with the user's own login. Each step compares the broker's messages with those that the adapter
 * expects. All steps before `demo_order` only read data. At most one order is sent, on a demo account, after `confirm`
 * resolves to true.
 * @returns the results in the order of the steps; fewer if the check was cancelled
 */
export async function runCheck(deps: CheckDeps): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const state: CheckState = { demo: null, sent: null, contract: null };
  try {
    for (const step of CHECK_STEPS) {
      throwIfCancelled(deps.signal);
      deps.onBegin(step);
      // After a failed sign-in only the step `messages` still runs, because an unreadable message may be the cause.
      const isSignedOut = step !== 'messages' && results[0] !== undefined && results[0].verdict !== 'as_expected';
      const result = isSignedOut ? skippedStep(step, 'no_session') : await run(step, deps, state);
      results.push(result);
      deps.onResult(result);
    }
  } catch (error) {
    if (!(error instanceof CheckCancelledError)) throw error;
  }
  return results;
}

/** Returns true if the check found no deviation. */
export const isAsExpected = (results: readonly CheckResult[]): boolean =>
  results.every(({ verdict }) => verdict !== 'differs');

async function run(step: CheckStep, deps: CheckDeps, state: CheckState): Promise<CheckResult> {
  const { session } = deps;
  switch (step) {
    case 'sign_in':
      return signIn(deps);
    case 'accounts':
      return checkAccounts(session.accounts());
    case 'assets':
      return checkAssets(session.assets());
    case 'clock':
      return checkClock(session.time());
    case 'prices': {
      const asset = assetOf(session.assets());
      return asset ? checkPrices(deps, asset.symbol) : skippedStep(step, 'no_open_asset');
    }
    case 'quote':
      return withOrder(step, deps, state, (demo) => checkQuote(session, demo));
    case 'records':
      return withOrder(step, deps, state, (demo) => checkRecords(deps, demo));
    case 'demo_order':
      return withOrder(step, deps, state, (demo) => checkDemoOrder(deps, state, demo));
    case 'settlement':
    case 'order_record': {
      const { sent, contract } = state;
      if (sent === null || contract === null) return skippedStep(step, 'no_order');
      return step === 'settlement'
        ? checkSettlement(deps, contract, sent.balanceBeforeMinor)
        : checkOrderRecord(deps, sent.order, { sentAtMs: sent.sentAtMs, contract });
    }
    case 'messages':
      return checkMessages(deps);
  }
}

async function signIn(deps: CheckDeps): Promise<CheckResult> {
  const signedIn = await deps.signIn();
  if (!signedIn.ok) return stepResult('sign_in', [finding('sign_in_failed', { fault: signedIn.error.kind })]);
  const isUp = deps.session.state().status === 'connected';
  return stepResult('sign_in', isUp ? [] : [finding('connection_lost')]);
}

/**
 * Reports the messages and fields that the adapter could not read during this session. The web app shows the same names
 * on the broker's card.
 */
function checkMessages({ oddities }: CheckDeps): CheckResult {
  const findings = oddities().map(({ kind, message, count }) =>
    finding(kind === 'unknown' ? 'message_unknown' : 'message_unreadable', { message, count }),
  );
  return findings.length === 0 ? expectedStep('messages') : stepResult('messages', findings);
}

/** Returns the asset of the check: the first preferred asset that is open, else the first open one. */
function assetOf(assets: readonly BrokerAsset[]): BrokerAsset | null {
  const open = assets.filter(({ isOpen }) => isOpen);
  const usual = PREFERRED.map((symbol) => open.find((asset) => asset.symbol === symbol)).find(Boolean);
  return usual ?? open[0] ?? null;
}

/** Runs a step that needs the order of the check. The order is built once, after prices have determined its terms. */
async function withOrder(
  step: CheckStep,
  { session, ids, clock, orderStepS }: CheckDeps,
  state: CheckState,
  check: (demo: NonNullable<CheckState['demo']>) => Promise<CheckResult>,
): Promise<CheckResult> {
  const account = demoAccountOf(session.accounts());
  const asset = assetOf(session.assets());
  if (account === null) return skippedStep(step, 'no_demo_account');
  if (asset === null) return skippedStep(step, 'no_open_asset');
  state.demo ??= demoOrder(account, asset, { ids, nowMs: clock.now(), stepS: orderStepS });
  return check(state.demo);
}
