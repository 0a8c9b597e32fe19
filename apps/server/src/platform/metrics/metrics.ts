import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Metrics of the running process, for Prometheus. */
export type Metrics = {
  /** The registry to which features add their metrics. */
  readonly registry: Registry;
  observeRequest(request: { method: string; route: string; status: number; durationMs: number }): void;
};

/** Creates a separate registry, so that several servers can run in one test process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vigia_http_request_duration_seconds',
    help: 'Time from the first byte in to the last byte out',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.observe({ method, route, status: String(status) }, durationMs / 1_000),
  };
}
