import type { Scenario } from '../scenario.ts';
import { KILLS } from './kills.ts';
import { PAUSES } from './pauses.ts';
import { SAME_KEY } from './same-key.ts';

/** All that need no broker, by their number in the list. */
export const SCENARIOS: readonly Scenario[] = [...SAME_KEY, ...KILLS, ...PAUSES].toSorted(
  (a, b) => a.number - b.number,
);
