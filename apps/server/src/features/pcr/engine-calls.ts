import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { call } from '#platform/calls/calls.ts';
import type { EngineHealth } from './running-setups.ts';
import type { SetupCounters } from './setup-run.ts';

/* Questions to whoever runs the setups of a shard of people; those of the house are in the first. */

/** A setup was changed and committed: answered once the engine follows. */
export const SETUP_EDITED = call<{ readonly id: string }, null>('pcr.setup-edited');
/** Of those setups that run, by id. */
export const SETUP_COUNTERS = call<{ readonly ids: readonly string[] }, Readonly<Record<string, SetupCounters>>>(
  'pcr.counters',
);
export const SETUP_REJECTIONS = call<{ readonly id: string }, readonly RejectionView[]>('pcr.rejections');
export const SETUP_DEBUG = call<{ readonly id: string; readonly after: number }, PcrDebug | null>('pcr.debug');
/** Of a person's own setups, or of the house's; `asset` null: of all. */
export const SEQUENCES = call<
  { readonly userId: string | null; readonly asset: string | null },
  readonly PcrSequenceView[]
>('pcr.sequences');
export const ENGINE_HEALTH = call<null, EngineHealth>('pcr.health');
