import { Counter, Gauge, type Registry } from 'prom-client';

/** The countable parts of this process's connections to others; null: it is the only process. */
export type CountedTies = {
  readonly link: { readonly isConnected: boolean; readonly reconnections: number };
  readonly work: { readonly counts: { readonly waiting: number; readonly forgotten: number } };
  readonly cluster: { readonly held: readonly string[]; readonly losses: number };
} | null;

/** Registers counters that are read at each scrape. */
export function registerTies(registry: Registry, ties: CountedTies): void {
  const registers = [registry];
  new Gauge({
    name: 'vigia_bus_connected',
    help: '1 while NATS is there, or none is needed',
    registers,
    collect() {
      this.set(Number(ties?.link.isConnected ?? true));
    },
  });
  const counter = (name: string, help: string, count: (ties: NonNullable<CountedTies>) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(ties === null ? 0 : count(ties));
      },
    });
  counter('vigia_bus_reconnections_total', 'Connections to NATS made again', ({ link }) => link.reconnections);
  new Gauge({
    name: 'vigia_work_unsent',
    help: 'Pieces of work that wait here for NATS to keep them',
    registers,
    collect() {
      this.set(ties?.work.counts.waiting ?? 0);
    },
  });
  counter(
    'vigia_work_forgotten_total',
    'Pieces of work that found no room while NATS was away; the database finds them again',
    ({ work }) => work.counts.forgotten,
  );
  counter(
    'vigia_leases_lost_total',
    'Pieces of work that were lost rather than given up',
    ({ cluster }) => cluster.losses,
  );
  new Gauge({
    name: 'vigia_leases_held',
    help: 'Pieces of work this process owns',
    registers,
    labelNames: ['kind'] as const,
    collect() {
      this.reset();
      for (const name of ties?.cluster.held ?? []) this.inc({ kind: name.replace(/[.].*$/, '') });
    },
  });
}
