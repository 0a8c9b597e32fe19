/** The broker check: tests a broker's adapter with a user's own login. */
export { demoAccountOf } from './demo-order.ts';
export { CheckReports } from './reports.ts';
export { isAsExpected, runCheck } from './run-check.ts';
export type {
  CheckDeps,
  CheckEvents,
  CheckFinding,
  CheckResult,
  CheckValues,
  DemoAccount,
  DemoOrder,
} from './types.ts';
