import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { call } from '#platform/calls/calls.ts';
import type { EngineHealth } from './running-setups.ts';
import type { SetupCounters } from './setup-run.ts';

/* Calls to the process that runs the setups of a shard of users; the built-in setups are in the first shard. */

/** Sent after a change of a setup is committed; answered once the engine has applied it. */
export const SETUP_EDITED = call<{ readonly id: string }, null>('pcr.setup-edited');
/** Counters of the given setups that run, by id. */
export const SETUP_COUNTERS = call<{ readonly ids: readonly string[] }, Readonly<Record<string, SetupCounters>>>(
  'pcr.counters',
);
export const SETUP_REJECTIONS = call<{ readonly id: string }, readonly RejectionView[]>('pcr.rejections');
export const SETUP_DEBUG = call<{ readonly id: string; readonly after: number }, PcrDebug | null>('pcr.debug');
/** Sequences of a user's own setups, or of the built-in ones; `asset` null: all assets. */
export const SEQUENCES = call<
  { readonly userId: string | null; readonly asset: string | null },
  readonly PcrSequenceView[]
>('pcr.sequences');
export const ENGINE_HEALTH = call<null, EngineHealth>('pcr.health');
