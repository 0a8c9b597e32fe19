import type { Brand } from './brand.ts';

/** Milliseconds since the Unix epoch, UTC, integer. */
export type EpochMs = Brand<number, 'EpochMs'>;
/** Seconds since the Unix epoch, UTC, integer: the unit of candle times. */
export type EpochSeconds = Brand<number, 'EpochSeconds'>;
/** A duration in milliseconds, not negative. */
export type DurationMs = Brand<number, 'DurationMs'>;
/**
 * Milliseconds of monotonic time, with fractions, from an arbitrary origin. Monotonic time never jumps, unlike wall
 * time. Only the difference of two values of one process has a meaning.
 */
export type MonotonicMs = Brand<number, 'MonotonicMs'>;
/** A positive, finite quote. */
export type Price = Brand<number, 'Price'>;
/** Money in integer minor units (cents); may be negative. */
export type MinorUnits = Brand<number, 'MinorUnits'>;
/** A duration in whole minutes, positive. */
export type Minutes = Brand<number, 'Minutes'>;
/** A duration in whole seconds, positive. */
export type Seconds = Brand<number, 'Seconds'>;
/** A number of ticks of one asset, positive. */
export type TickCount = Brand<number, 'TickCount'>;
/** A dimensionless fraction: 0.85 is 85 %. */
export type Ratio = Brand<number, 'Ratio'>;

function integer(value: number, unit: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${unit} must be a safe integer, got ${value}`);
  return value;
}

/**
 * Creates an `EpochMs`.
 * @throws RangeError unless `value` is a safe integer.
 */
export const epochMs = (value: number): EpochMs => integer(value, 'EpochMs') as EpochMs;

/**
 * Creates an `EpochSeconds`.
 * @throws RangeError unless `value` is a safe integer.
 */
export const epochSeconds = (value: number): EpochSeconds => integer(value, 'EpochSeconds') as EpochSeconds;

/**
 * Creates a `DurationMs`.
 * @throws RangeError unless `value` is finite and not negative.
 */
export function durationMs(value: number): DurationMs {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`DurationMs must be ≥ 0, got ${value}`);
  return value as DurationMs;
}

function positive(value: number, unit: string): number {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`${unit} must be an integer ≥ 1, got ${value}`);
  return value;
}

/**
 * Creates a `Minutes`.
 * @throws RangeError unless `value` is a whole number above zero.
 */
export const minutes = (value: number): Minutes => positive(value, 'Minutes') as Minutes;

/**
 * Creates a `Seconds`.
 * @throws RangeError unless `value` is a whole number above zero.
 */
export const seconds = (value: number): Seconds => positive(value, 'Seconds') as Seconds;

/**
 * Creates a `TickCount`.
 * @throws RangeError unless `value` is a whole number above zero.
 */
export const tickCount = (value: number): TickCount => positive(value, 'TickCount') as TickCount;

/**
 * Creates a `MonotonicMs`.
 * @throws RangeError unless `value` is finite.
 */
export function monotonicMs(value: number): MonotonicMs {
  if (!Number.isFinite(value)) throw new RangeError(`MonotonicMs must be finite, got ${value}`);
  return value as MonotonicMs;
}

/**
 * Creates a `Price`.
 * @throws RangeError unless `value` is finite and above zero.
 */
export function price(value: number): Price {
  if (!Number.isFinite(value) || value <= 0) throw new RangeError(`Price must be > 0, got ${value}`);
  return value as Price;
}

/**
 * Creates a `MinorUnits`.
 * @throws RangeError unless `value` is a safe integer.
 */
export const minorUnits = (value: number): MinorUnits => integer(value, 'MinorUnits') as MinorUnits;

/**
 * Creates a `Ratio`.
 * @throws RangeError unless `value` is finite.
 */
export function ratio(value: number): Ratio {
  if (!Number.isFinite(value)) throw new RangeError(`Ratio must be finite, got ${value}`);
  return value as Ratio;
}
