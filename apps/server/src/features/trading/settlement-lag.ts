import { Histogram, type Registry } from 'prom-client';

/** Counts how long after its expiry each trade is settled; the target is 250 ms for 95 % of them. */
export function settlementLag(registry: Registry): (lagMs: number) => void {
  const lag = new Histogram({
    name: 'vigia_settlement_lag_seconds',
    help: 'Time from the expiry of a trade to its settlement being committed',
    buckets: [0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 30, 300],
    registers: [registry],
  });
  return (lagMs) => lag.observe(lagMs / 1_000);
}
