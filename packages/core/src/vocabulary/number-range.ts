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

/** Range of numbers. */
export const real = (byDefault: number, min: number, max: number): NumberRange => ({
  default: byDefault,
  min,
  max,
  integer: false,
});
