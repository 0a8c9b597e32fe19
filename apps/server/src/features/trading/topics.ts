import type { Automation, Option } from '@vigia/contract';
import { topicOfPerson } from '#platform/bus/bus.ts';

/** A trade of this user was placed or changed; carries it whole, as the API shows it. */
export const TRADE_CHANGED = topicOfPerson<{ readonly userId: string; readonly trade: Option }>('trades.changed');

/** Everything was stopped or goes on, or a reality check came due or was confirmed. */
export const AUTOMATION_CHANGED = topicOfPerson<{ readonly userId: string; readonly automation: Automation }>(
  'trading.automation-changed',
);
