import type { NumberRange } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { rangeFault } from './errors/field-messages.es.ts';

/** Returns the schema of a number within its range. A fault names both bounds. */
export const boundedNumber = ({ min, max, integer }: NumberRange) => {
  const error = rangeFault(min, max);
  const number = z.number().min(min, error).max(max, error);
  return integer ? number.int() : number;
};

/** Returns the schema of a number within its range, or null. */
export const numberOrNull = (range: NumberRange, byDefault: number | null) =>
  boundedNumber(range).nullable().default(byDefault);

type Shape<Ranges> = { readonly [Key in keyof Ranges]: z.ZodDefault<z.ZodNumber> };

/** Returns a zod shape with one number per range, with the key, the bounds and the default of the range. */
export const numberFieldsOf = <Ranges extends Readonly<Record<string, NumberRange>>>(ranges: Ranges): Shape<Ranges> =>
  Object.fromEntries(
    Object.entries(ranges).map(([key, range]) => [key, boundedNumber(range).default(range.default)]),
  ) as Shape<Ranges>;
