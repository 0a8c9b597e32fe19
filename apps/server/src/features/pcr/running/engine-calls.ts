import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { call } from '#platform/calls/calls.ts';
import type { EngineHealth } from './running-setups.ts';
import type { SetupCounters } from './setup-run.ts';

/* Calls to the process that runs the setups of a shard of users. The built-in setups belong to the first shard. */

/** Call after a committed change of a setup. The engine answers when it has applied the change. */
export const SETUP_EDITED = call<{ readonly id: string }, null>('pcr.setup-edited');
/** Call for the counters of the given setups that run, by id. */
export const SETUP_COUNTERS = call<{ readonly ids: readonly string[] }, Readonly<Record<string, SetupCounters>>>(
  'pcr.counters',
);
export const SETUP_REJECTIONS = call<{ readonly id: string }, readonly RejectionView[]>('pcr.rejections');
export const SETUP_DEBUG = call<{ readonly id: string; readonly after: number }, PcrDebug | null>('pcr.debug');
/**
 * Call for the sequences of a user's own setups; a null `userId` selects the built-in ones. A null `asset` selects all
 * assets.
 */
export const SEQUENCES = call<
  { readonly userId: string | null; readonly asset: string | null },
  readonly PcrSequenceView[]
>('pcr.sequences');
export const ENGINE_HEALTH = call<null, EngineHealth>('pcr.health');
