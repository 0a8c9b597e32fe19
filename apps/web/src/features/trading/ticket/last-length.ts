import { countOf, lengthOfUnit, minutesLong, type TradeLength } from '@vigia/core/trades';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';

const KEY = 'vigia-length';
const FIRST = minutesLong(5);
const STORED = /^(minutes|seconds|ticks) ([1-9]\d{0,4})$/;

/** Stores the duration that the user last chose on this device. */
export const rememberLength = (length: TradeLength): void => writeLocal(KEY, `${length.unit} ${countOf(length)}`);

/** Returns the duration that the user last chose on this device, or five minutes if there is none. */
export function lastLength(): TradeLength {
  const [, unit, count] = STORED.exec(readLocal(KEY) ?? '') ?? [];
  return unit === 'minutes' || unit === 'seconds' || unit === 'ticks' ? lengthOfUnit(unit, Number(count)) : FIRST;
}
