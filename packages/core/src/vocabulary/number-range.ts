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

/** The numbers read from an object of ranges. */
export type NumbersOf<Ranges extends Readonly<Record<string, NumberRange>>> = {
  readonly [Key in keyof Ranges]: number;
};

/** Makes a range of whole numbers. */
export const whole = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: true,
});

/** Smallest amount of any currency: a satoshi. */
export const SMALLEST_AMOUNT = 0.00000001;
/** Largest amount of any currency: ten thousand times a stake of a hundred thousand dongs. */
export const LARGEST_AMOUNT = 1_000_000_000;

/** Makes a range of numbers that need not be whole. */
export const real = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: false,
});
