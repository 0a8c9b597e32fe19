import { AsyncLocalStorage } from 'node:async_hooks';

/** The attributes of a step. They are names and numbers, and never user input or user data. */
export type TraceAttributes = Readonly<Record<string, string | number | boolean>>;

/** One traced step of work. */
export type TraceStep = {
  readonly traceId: string;
  /**
   * The W3C traceparent of the step. Another process or later work continues the trace with it. Null if the trace is
   * not sampled.
   */
  readonly traceparent: string | null;
  /** Begins a child step. */
  begin(name: string, attributes: TraceAttributes): TraceStep;
  end(outcome: { readonly failed: boolean; readonly attributes?: TraceAttributes }): void;
};

const underWay = new AsyncLocalStorage<TraceStep>();

/** Returns the current step of the caller. Returns null outside any step, or if tracing is off. */
export const currentTraceStep = (): TraceStep | null => underWay.getStore() ?? null;

/** Runs `work` within the step, so that steps that `work` begins are its children. */
export const runWithinStep = <T>(step: TraceStep, work: () => T): T => underWay.run(step, work);

/** Runs `work` in a child of the current step. Without a current step `work` is not traced. */
export const runTraced = <T>(name: string, attributes: TraceAttributes, work: () => Promise<T>): Promise<T> =>
  runInStep(currentTraceStep()?.begin(name, attributes), work);

/** Runs `work` and ends the step with its outcome. Without a step `work` is not traced. */
export async function runInStep<T>(step: TraceStep | undefined, work: () => Promise<T>): Promise<T> {
  if (step === undefined) return work();
  try {
    const value = await runWithinStep(step, work);
    step.end({ failed: false });
    return value;
  } catch (error) {
    step.end({ failed: true });
    throw error;
  }
}
