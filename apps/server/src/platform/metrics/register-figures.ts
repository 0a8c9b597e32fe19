import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** A collector waits for a few seconds only, for all of a process's figures together. */
const READ_WITHIN_MS = 3_000;

/**
 * Registers figures that are read from somewhere when a collector asks, together and not twice at once. While they cannot be
 * read they are NaN, which says so and sets off nothing that asks for a size.
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
      ...{ name, help: helps[name], registers: [registry] },
      async collect() {
        this.set((await readOnce())?.[name] ?? Number.NaN);
      },
    });
  }
}
