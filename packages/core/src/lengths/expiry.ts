import { assertNever } from '#kernel/index.ts';
import { LENGTH_RANGES } from '#vocabulary/index.ts';
import { lengthFields, lengthIn, minutesLong, type TradeLength } from './length.ts';

/** The one field with the duration of a setup's or signal's trades. */
export type ExpiryField =
  | { readonly expiry: number }
  | { readonly expiry_seconds: number }
  | { readonly expiry_ticks: number };

/** The three fields of the duration in a response; exactly one is a number. */
export type ExpiryFields = {
  readonly expiry: number | null;
  readonly expiry_seconds: number | null;
  readonly expiry_ticks: number | null;
};

type GivenExpiryFields = { readonly [Field in keyof ExpiryFields]?: number | null | undefined };

/** Returns the trade duration that these fields contain. @throws Error unless exactly one of them is given */
export const expiryLengthIn = ({ expiry, expiry_seconds, expiry_ticks }: GivenExpiryFields): TradeLength =>
  lengthIn({ duration: expiry, duration_seconds: expiry_seconds, duration_ticks: expiry_ticks });

/** Returns the default trade duration, for rules that contain no duration. */
export const defaultTradeLength = (): TradeLength => minutesLong(LENGTH_RANGES.minutes.default);

/** Returns the three fields of the duration from entry to expiration. */
export function expiryFields(length: TradeLength): ExpiryFields {
  const { duration, duration_seconds, duration_ticks } = lengthFields(length);
  return { expiry: duration, expiry_seconds: duration_seconds, expiry_ticks: duration_ticks };
}

/** Returns the one field of the duration from entry to expiration. */
export function expiryField(length: TradeLength): ExpiryField {
  switch (length.unit) {
    case 'minutes':
      return { expiry: length.minutes };
    case 'seconds':
      return { expiry_seconds: length.seconds };
    case 'ticks':
      return { expiry_ticks: length.ticks };
    default:
      return assertNever(length);
  }
}

const EXPIRY_KEYS: readonly string[] = ['expiry', 'expiry_seconds', 'expiry_ticks'];

/**
 * Returns a setup in which the fields of a change replace its own. The three keys of the duration count as one field: a
 * change that names one of them replaces the duration.
 */
export function withSetupChange<Setup extends object, Change extends object>(
  setup: Setup,
  change: Change,
): Setup & Change {
  const replacesLength = EXPIRY_KEYS.some((key) => key in change);
  const kept = Object.entries(setup).filter(([key]) => !replacesLength || !EXPIRY_KEYS.includes(key));
  return { ...Object.fromEntries(kept), ...change } as Setup & Change;
}
