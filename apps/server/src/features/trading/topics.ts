import type { Automation, Option } from '@vigia/contract';
import { processTopic, topicForUser } from '#platform/bus/bus.ts';

/**
 * Reports that a trade of this user was placed or changed. The event contains the whole trade in the form of the API.
 */
export const TRADE_CHANGED = topicForUser<{ readonly userId: string; readonly trade: Option }>('trades.changed');

/** Reports that automatic trading was stopped or resumed, or that a reality check came due or was confirmed. */
export const AUTOMATION_CHANGED = topicForUser<{ readonly userId: string; readonly automation: Automation }>(
  'trading.automation-changed',
);

/** Reports that a limit that resets at a known time has refused a manual order of a user. */
export const LIMIT_REACHED = processTopic<{
  readonly userId: string;
  readonly symbol: string;
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** ISO 8601 instant. */
  readonly resetsAt: string;
}>('trading.limit-reached');
