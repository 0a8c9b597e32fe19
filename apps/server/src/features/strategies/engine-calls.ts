import { call } from '#platform/calls/calls.ts';
import type { DataRefusal } from './data-refusals.ts';

/* Calls to the process that runs the strategies of a shard of users. */

/** Sent after a change of a strategy is committed; answered once the engine has applied it. */
export const STRATEGY_EDITED = call<{ readonly id: string }, null>('strategies.edited');
export const STRATEGY_REFUSALS = call<{ readonly id: string }, readonly DataRefusal[]>('strategies.refusals');
