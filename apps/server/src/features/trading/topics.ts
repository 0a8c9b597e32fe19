import type { Automation, Option } from '@vigia/contract';
import { topicForUser } from '#platform/bus/bus.ts';

/** A trade of this user was placed or changed; the event contains the whole trade as the API shows it. */
export const TRADE_CHANGED = topicForUser<{ readonly userId: string; readonly trade: Option }>('trades.changed');

/** Automatic trading was stopped or resumed, or a reality check came due or was confirmed. */
export const AUTOMATION_CHANGED = topicForUser<{ readonly userId: string; readonly automation: Automation }>(
  'trading.automation-changed',
);
