import type { Scenario } from '../scenario.ts';
import { SENDING } from './brokers/sending.ts';
import { CLOCKS } from './clocks.ts';
import { CROWDS } from './crowds.ts';
import { DATABASE } from './database.ts';
import { DISK } from './disk.ts';
import { FEED } from './feed.ts';
import { KILLS } from './kills.ts';
import { PAUSES } from './pauses.ts';
import { SAME_KEY } from './same-key.ts';

const ALL = [...SENDING, ...SAME_KEY, ...KILLS, ...DATABASE, ...PAUSES, ...CLOCKS, ...FEED, ...CROWDS, ...DISK];

/** By their number in the list. */
export const SCENARIOS: readonly Scenario[] = ALL.toSorted(
  (a, b) => a.number - b.number || (a.variant ?? '').localeCompare(b.variant ?? ''),
);
