import { call } from '#platform/calls/calls.ts';
import type { DataRefusal } from './data-refusals.ts';

/* Questions to whoever runs the strategies of a shard of people. */

/** A strategy was changed and committed: answered once the engine follows. */
export const STRATEGY_EDITED = call<{ readonly id: string }, null>('strategies.edited');
export const STRATEGY_REFUSALS = call<{ readonly id: string }, readonly DataRefusal[]>('strategies.refusals');
