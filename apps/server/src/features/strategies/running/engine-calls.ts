import { call } from '#platform/calls/calls.ts';
import type { SignalRefusal } from '../signal-refusals.ts';

/* Calls to the process that runs the strategies of a shard of users. */

/** Call after a committed change of a strategy. The engine answers when it has applied the change. */
export const STRATEGY_EDITED = call<{ readonly id: string }, null>('strategies.edited');
export const STRATEGY_REFUSALS = call<{ readonly id: string }, readonly SignalRefusal[]>('strategies.refusals');
