import type { DetectorSnapshot, Sequence } from '@vigia/core/pcr';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { SavedFindings } from './setup-run.ts';

/** The saved state of a setup: its detector, and its findings for screens. */
export type SavedState = {
  readonly source: PriceSource;
  readonly detector: DetectorSnapshot;
  readonly sequences: readonly Sequence[];
  /** Time of the newest tick in the state, in epoch milliseconds. */
  readonly lastTickMs: number;
  readonly run: SavedFindings;
};

export type StateRow = {
  readonly setup_id: string;
  readonly version: number;
  readonly rule_version: number;
  /** Open time in epoch seconds before which every minute is part of the state. */
  readonly through_time: number;
  readonly state: SavedState;
};

/** Reads the saved states of these setups. */
export const findStates = (sql: Sql, setupIds: readonly string[]): Promise<StateRow[]> => sql<StateRow[]>`
  SELECT setup_id, version, rule_version, through_time, state FROM pcr_states
  WHERE setup_id = ANY(${[...setupIds]}::uuid[])`;

/** Stores states and replaces earlier ones. Skips setups that were removed in the meantime. */
export async function saveStates(sql: Sql, rows: readonly StateRow[], savedAt: Date): Promise<void> {
  // All states are one text parameter, because the driver would escape every state as an element of an array.
  await sql`
    INSERT INTO pcr_states (setup_id, version, rule_version, through_time, state, saved_at)
    SELECT t.setup_id, t.version, t.rule_version, t.through_time, t.state, ${savedAt}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS t (setup_id uuid, version int, rule_version int, through_time bigint, state jsonb)
    JOIN pcr_setups p ON p.id = t.setup_id
    ON CONFLICT (setup_id) DO UPDATE SET version = excluded.version, rule_version = excluded.rule_version,
      through_time = excluded.through_time, state = excluded.state, saved_at = excluded.saved_at`;
}
