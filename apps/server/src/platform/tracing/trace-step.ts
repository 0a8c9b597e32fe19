import { AsyncLocalStorage } from 'node:async_hooks';

/** What a step says about itself: names and numbers, never what somebody typed or holds. */
export type TraceAttributes = Readonly<Record<string, string | number | boolean>>;

/** A stretch of work that is traced. */
export type TraceStep = {
  readonly traceId: string;
  /** The step by its W3C name, for whoever continues it elsewhere or later; null: it was not chosen to be kept. */
  readonly traceparent: string | null;
  /** A step within this one. */
  begin(name: string, attributes: TraceAttributes): TraceStep;
  end(outcome: { readonly failed: boolean; readonly attributes?: TraceAttributes }): void;
};

const underWay = new AsyncLocalStorage<TraceStep>();

/** The step whose work the caller is part of; null outside of any, and where nothing is traced. */
export const currentStep = (): TraceStep | null => underWay.getStore() ?? null;

/** What `work` begins is part of the step. */
export const within = <T>(step: TraceStep, work: () => T): T => underWay.run(step, work);

/** Runs `work` as a step of the one under way; where there is none it just runs. */
export const traced = <T>(name: string, attributes: TraceAttributes, work: () => Promise<T>): Promise<T> =>
  asStep(currentStep()?.begin(name, attributes), work);

/** Runs `work` as all of a step; without one it just runs. */
export async function asStep<T>(step: TraceStep | undefined, work: () => Promise<T>): Promise<T> {
  if (step === undefined) return work();
  try {
    const value = await within(step, work);
    step.end({ failed: false });
    return value;
  } catch (error) {
    step.end({ failed: true });
    throw error;
  }
}
