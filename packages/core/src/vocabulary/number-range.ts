/**
 * Range of one number of a setup or a strategy: its default and inclusive bounds; `integer` if only whole numbers make
 * sense.
 */
export type NumberRange = {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
};

/** The values of numbers whose ranges are in an object of ranges. */
export type NumbersOf<Ranges extends Readonly<Record<string, NumberRange>>> = {
  readonly [Key in keyof Ranges]: number;
};

/** Creates a range of whole numbers. */
export const integerRange = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: true,
});

/** Smallest amount in any currency: one satoshi (1e-8 BTC). */
export const SMALLEST_AMOUNT = 0.00000001;
/** Largest amount in any currency: ten thousand times a stake of 100,000 Vietnamese dongs. */
export const LARGEST_AMOUNT = 1_000_000_000;

/** Creates a range of numbers that need not be whole. */
export const realRange = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: false,
});
