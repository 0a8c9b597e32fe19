import { Histogram, type Registry } from 'prom-client';
import type { Database } from '../persistence/database.ts';

/** Returns a database that also measures the time for which each transaction waits for a connection. */
export function withWaitMetrics(db: Database, registry: Registry): Database {
  const waits = new Histogram({
    name: 'vigia_database_wait_seconds',
    help: 'Time a transaction waited for a connection of the pool, and for its BEGIN',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 5],
    registers: [registry],
  });
  return {
    ...db,
    transaction(work) {
      const end = waits.startTimer();
      return db.transaction((tx) => {
        end();
        return work(tx);
      });
    },
  };
}
