import type { Scenario } from '../scenario.ts';
import { AUTOMATION } from './brokers/automation.ts';
import { DEATHS_AT_BROKERS } from './brokers/deaths.ts';
import { CONTRACT_ENDS } from './brokers/endings.ts';
import { CONNECTION_SCENARIOS } from './brokers/lines.ts';
import { RANDOM_CUTS } from './brokers/random-cuts.ts';
import { SENDING } from './brokers/sending.ts';
import { UNKNOWN_OUTCOMES } from './brokers/unknown-outcomes.ts';
import { CLOCKS } from './clocks.ts';
import { CROWDS } from './crowds.ts';
import { DATABASE } from './database.ts';
import { DISK } from './disk.ts';
import { FEED } from './feed.ts';
import { KILLS } from './kills.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PAUSES } from './pauses.ts';
import { SAME_KEY } from './same-key.ts';

const AT_BROKERS = [
  ...SENDING,
  ...RANDOM_CUTS,
  ...UNKNOWN_OUTCOMES,
  ...DEATHS_AT_BROKERS,
  ...AUTOMATION,
  ...CONTRACT_ENDS,
  ...CONNECTION_SCENARIOS,
];

const ALL = [
  ...AT_BROKERS,
  ...SAME_KEY,
  ...KILLS,
  ...DATABASE,
  ...PAUSES,
  ...CLOCKS,
  ...FEED,
  ...CROWDS,
  ...DISK,
  ...NOTIFICATIONS,
];

/** All scenarios, ordered by number. */
export const SCENARIOS: readonly Scenario[] = ALL.toSorted(
  (a, b) => a.number - b.number || (a.variant ?? '').localeCompare(b.variant ?? ''),
);
