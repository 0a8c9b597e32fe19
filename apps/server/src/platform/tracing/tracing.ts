import type { TraceAttributes, TraceStep } from './trace-step.ts';

/** The collector of traces, and the sampled share. `headers` may hold a token. */
export type TracingChoice = {
  /** The address of an OTLP collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The sampled share of the traces that begin here, 0 … 1. */
  readonly ratio: number;
};

/**
 * Begins traces, and continues those of earlier work or other processes. Never throws and never waits: unsent data is
 * dropped.
 */
export interface Tracing {
  /**
   * Begins the work for an external caller.
   * @param parent W3C traceparent of the caller, if any; an invalid one is ignored
   */
  begin(name: string, attributes: TraceAttributes, parent?: string): TraceStep;
  /** Reports a finished step of the trace whose traceparent is `parent`. */
  record(
    name: string,
    parent: string,
    time: { readonly fromMs: number; readonly untilMs: number },
    attributes: TraceAttributes,
  ): void;
  /** Sends pending data, for a moment at most. */
  close(): Promise<void>;
}
