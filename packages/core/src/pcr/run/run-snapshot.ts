import type { BodySign, OpenRun } from './open-run.ts';

/** An open run as plain JSON; an undefined ATR is null. */
export type RunSnapshot = {
  readonly side: BodySign;
  readonly length: number;
  readonly strongCandles: number;
  readonly startTime: number;
  readonly startOpen: number;
  readonly atrBefore: number | null;
  readonly endTime: number;
  readonly endOpen: number;
  readonly endClose: number;
  readonly atrAtEnd: number | null;
  readonly high: number;
  readonly low: number;
  readonly rangeSum: number;
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

export const snapshotRun = (run: OpenRun): RunSnapshot => ({
  ...run,
  atrBefore: orNull(run.atrBefore),
  atrAtEnd: orNull(run.atrAtEnd),
});

export function restoreRun(run: OpenRun, state: RunSnapshot): void {
  Object.assign(run, { ...state, atrBefore: state.atrBefore ?? NaN, atrAtEnd: state.atrAtEnd ?? NaN });
}
