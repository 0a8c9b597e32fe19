import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** Timeout of the read for all metrics of a process in one scrape. A collector waits only a few seconds. */
const READ_WITHIN_MS = 3_000;

/**
 * Registers metrics that one query reads at each scrape. At most one read runs at a time. If the read fails, the
 * metrics are NaN, which triggers no alert that has a threshold.
 */
export function registerFigures<Name extends string>(
  registry: Registry,
  helps: Readonly<Record<Name, string>>,
  read: () => Promise<Readonly<Record<Name, number>>>,
): void {
  let reading: Promise<Readonly<Record<Name, number>> | null> | null = null;
  const readOnce = () => {
    reading ??= Promise.race([read().catch(() => null), sleep(READ_WITHIN_MS, null, { ref: false })]).finally(() => {
      reading = null;
    });
    return reading;
  };
  for (const name of Object.keys(helps) as Name[]) {
    new Gauge({
      name,
      help: helps[name],
      registers: [registry],
      async collect() {
        this.set((await readOnce())?.[name] ?? Number.NaN);
      },
    });
  }
}
