import { countOf, lengthOfUnit, minutesLong, type TradeLength } from '@vigia/core/trades';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';

const KEY = 'vigia-length';
/** The duration before the user has chosen one. */
export const FIRST_LENGTH = minutesLong(5);
const STORED = /^(minutes|seconds|ticks) ([1-9]\d{0,4})$/;

/** Returns a duration as one text: `minutes 5`. */
export const tradeLengthToText = (length: TradeLength): string => `${length.unit} ${countOf(length)}`;

/** Reads the text of {@link tradeLengthToText}. Returns null for any other text. */
export function tradeLengthFromText(word: string | null): TradeLength | null {
  const [, unit, count] = STORED.exec(word ?? '') ?? [];
  return unit === 'minutes' || unit === 'seconds' || unit === 'ticks' ? lengthOfUnit(unit, Number(count)) : null;
}

/** Stores the duration that the user last chose on this device. */
export const rememberLength = (length: TradeLength): void => writeLocal(KEY, tradeLengthToText(length));

/** Returns the duration that the user last chose on this device, or five minutes if there is none. */
export const lastLength = (): TradeLength => tradeLengthFromText(readLocal(KEY)) ?? FIRST_LENGTH;
