import { inclusionRanges } from '@vigia/core/evidence-log';
import { verifyLog } from '#features/evidence-log/index.ts';
import { LogTree } from '#features/evidence-log/log-tree.ts';
import { findRunningEmbedded } from '#platform/persistence/embedded-postgres.ts';
import { embeddedAccess } from '#platform/persistence/roles.ts';
import type { RunningApp } from './root.ts';
import { EMBEDDED_DATABASE } from './storage.ts';
import { FACT_SOURCES, openCheckDatabase } from './verify.ts';

/** Work on the evidence log of a running server, for measurements. */
export type TestEvidenceLog = {
  /** Stores this number of signal outcomes, and adds no leaves for them. */
  store(count: number): Promise<void>;
  /** Appends everything that is stored. */
  append(): Promise<void>;
  /** Returns the number of hashes of the proof that a leaf is in the tree. */
  prove(index: number, size: number): Promise<number>;
  /** Checks the whole log. Returns the number of faults, and the number of facts that match their leaves. */
  verify(): Promise<{ readonly faults: number; readonly facts: number }>;
};

/** Largest number of signals in a statement of the preparation, so that it ends within the limit of the server. */
const STORED_AT_ONCE = 50_000;

/** Returns {@link TestEvidenceLog}. A signal of the setup stores its outcome under the same id. */
export function createTestEvidenceLog({
  db,
  features,
  dataFolder,
}: Pick<RunningApp, 'db' | 'features'> & { readonly dataFolder: string }): TestEvidenceLog {
  const tree = new LogTree(db.sql);
  return {
    async store(count) {
      const half = Math.ceil(count / 2);
      await features.evidenceLog.stop();
      await db.sql`
        INSERT INTO pcr_setups (id, name, asset, timeframe, is_active, definition, anchor_time, live_since, created_at,
                                updated_at)
        VALUES ('00000000-0000-4000-8000-000000000001', 'x', 'EURUSD', '1m', false, '{}', 0, now(), now(), now())`;
      for (let from = 1; from <= half; from += STORED_AT_ONCE) {
        const to = Math.min(half, from + STORED_AT_ONCE - 1);
        await db.sql`
          INSERT INTO pcr_signals (id, setup_id, version, seq, candle_time, entry_time_ms, expiration_ms, body,
                                   previous_hash, hash, published_at)
          SELECT gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 1, n, n, ms, ms, '{"direction": "CALL"}',
                 '', '', now()
          FROM generate_series(${from}::int, ${to}::int) n,
               LATERAL (SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms) t`;
        await db.sql`
          INSERT INTO pcr_signal_outcomes (signal_id, outcome, settle_price, decided_at)
          SELECT id, 'won', 1.1, published_at FROM pcr_signals
          WHERE setup_id = '00000000-0000-4000-8000-000000000001' AND seq BETWEEN ${from}::int AND ${to}::int`;
      }
    },
    async append() {
      features.evidenceLog.start();
      await features.evidenceLog.catchUp();
    },
    prove: async (index, size) => (await tree.prove(inclusionRanges(index, size))).length,
    async verify() {
      const admin = await findRunningEmbedded(dataFolder);
      if (admin === null) throw new Error(`no database runs on ${dataFolder}`);
      const forCheck = openCheckDatabase(embeddedAccess(admin, EMBEDDED_DATABASE).app);
      const { faults, facts } = await verifyLog(forCheck, { sources: FACT_SOURCES, key: null, heads: [] });
      await forCheck.close();
      return { faults: faults.length, facts };
    },
  };
}
