/** A number of a setup or a strategy: its default and inclusive bounds; `integer` where only whole numbers make sense. */
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

/** Range of whole numbers. */
export const whole = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: true,
});

/**
 * Bounds of an amount whose currency is not known: a satoshi, and ten thousand times a stake of a hundred thousand
 * dongs. The decimals of the account's currency bound it further.
 */
export const SMALLEST_AMOUNT = 0.00000001;
export const LARGEST_AMOUNT = 1_000_000_000;

/** Range of numbers. */
export const real = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: false,
});
