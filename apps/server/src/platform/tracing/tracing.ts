import type { TraceAttributes, TraceStep } from './trace-step.ts';

/** The collector of traces, and the share of traces that is sent. `headers` may contain a token. */
export type TracingChoice = {
  /** The address of an OTLP collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of the traces started here that is sent, from 0 to 1. */
  readonly ratio: number;
};

/**
 * Starts traces, and continues traces of earlier work or other processes. It never throws and never waits. Data that
 * cannot be sent are dropped.
 */
export interface Tracing {
  /**
   * Starts a trace for a request of an external caller.
   * @param parent W3C traceparent of the caller; an invalid one is ignored
   */
  begin(name: string, attributes: TraceAttributes, parent?: string): TraceStep;
  /** Reports a finished step of the trace whose traceparent is `parent`. */
  record(
    name: string,
    parent: string,
    time: { readonly fromMs: number; readonly untilMs: number },
    attributes: TraceAttributes,
  ): void;
  /** Sends pending data. Waits only briefly. */
  close(): Promise<void>;
}
