import type { NumberRange } from '@vigia/core/vocabulary';
import { z } from 'zod';

/** Returns the schema of a number within its range. */
export const bounded = ({ min, max, integer }: NumberRange) => {
  const number = z.number().min(min).max(max);
  return integer ? number.int() : number;
};

/** Returns the schema of a number within its range, or null. */
export const numberOrNull = (range: NumberRange, byDefault: number | null) =>
  bounded(range).nullable().default(byDefault);

type Shape<Ranges> = { readonly [Key in keyof Ranges]: z.ZodDefault<z.ZodNumber> };

/** Returns a zod shape with one number per range, with the key, the bounds and the default of the range. */
export const numbers = <Ranges extends Readonly<Record<string, NumberRange>>>(ranges: Ranges): Shape<Ranges> =>
  Object.fromEntries(
    Object.entries(ranges).map(([key, range]) => [key, bounded(range).default(range.default)]),
  ) as Shape<Ranges>;
