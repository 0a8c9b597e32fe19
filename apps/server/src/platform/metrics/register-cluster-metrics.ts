import { Counter, Gauge, type Registry } from 'prom-client';

/** The parts of this process's connections to other processes that have counters; null if it is the only process. */
export type CountedServices = {
  readonly link: { readonly isConnected: boolean; readonly reconnections: number };
  readonly work: { readonly counts: { readonly waiting: number; readonly dropped: number } };
  readonly cluster: { readonly held: readonly string[]; readonly losses: number };
} | null;

/** Registers counters that are read at each scrape. */
export function registerClusterMetrics(registry: Registry, services: CountedServices): void {
  const registers = [registry];
  new Gauge({
    name: 'vigia_bus_connected',
    help: '1 while NATS is there, or none is needed',
    registers,
    collect() {
      this.set(Number(services?.link.isConnected ?? true));
    },
  });
  const counter = (name: string, help: string, count: (services: NonNullable<CountedServices>) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(services === null ? 0 : count(services));
      },
    });
  counter('vigia_bus_reconnections_total', 'Connections to NATS made again', ({ link }) => link.reconnections);
  new Gauge({
    name: 'vigia_work_unsent',
    help: 'Messages of the work queue that wait here until NATS stores them',
    registers,
    collect() {
      this.set(services?.work.counts.waiting ?? 0);
    },
  });
  counter(
    'vigia_work_dropped_total',
    'Messages of the work queue dropped while NATS was away; the database still holds their work',
    ({ work }) => work.counts.dropped,
  );
  counter(
    'vigia_leases_lost_total',
    'Leases that this process lost instead of releasing them',
    ({ cluster }) => cluster.losses,
  );
  new Gauge({
    name: 'vigia_leases_held',
    help: 'Leases that this process holds',
    registers,
    labelNames: ['kind'] as const,
    collect() {
      this.reset();
      for (const name of services?.cluster.held ?? []) this.inc({ kind: name.replace(/[.].*$/, '') });
    },
  });
}
