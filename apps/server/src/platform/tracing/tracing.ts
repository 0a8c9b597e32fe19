import type { TraceAttributes, TraceStep } from './trace-step.ts';

/** Where traces go, and how large a share of them. `headers` may hold a token. */
export type TracingChoice = {
  /** Of an OTLP collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** 0 … 1, of the traces that begin here. */
  readonly ratio: number;
};

/** Begins traces, and continues those of earlier or elsewhere. Never throws and never waits: what cannot be sent is dropped. */
export interface Tracing {
  /**
   * Begins the work for a caller from outside.
   * @param parent W3C traceparent the caller sent, if any; what is none is passed over
   */
  begin(name: string, attributes: TraceAttributes, parent?: string): TraceStep;
  /** Tells of a step that is over, of the trace that was under way when `parent` was written down. */
  record(
    name: string,
    parent: string,
    time: { readonly fromMs: number; readonly untilMs: number },
    attributes: TraceAttributes,
  ): void;
  /** Sends what is left, for a moment. */
  close(): Promise<void>;
}
