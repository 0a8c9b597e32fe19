import { secondsLong, type TradeLength, ticksLong } from '@vigia/core/trades';

/**
 * The times of a hash-chained signal. `expiry_ticks` is present only if the duration is in ticks. Then `expiration_ms`
 * is an estimate.
 */
export type SealedTimes = {
  readonly entry_time_ms: number;
  readonly expiration_ms: number;
  readonly expiry_ticks?: number | undefined;
};

/** Returns the duration from the entry of a hash-chained signal to its expiration. */
export const lengthOfSignal = ({ entry_time_ms, expiration_ms, expiry_ticks }: SealedTimes): TradeLength =>
  expiry_ticks === undefined ? secondsLong((expiration_ms - entry_time_ms) / 1_000) : ticksLong(expiry_ticks);

/**
 * Returns the fields that state a duration in ticks in the body of a signal. Other durations need no field, because
 * they follow from the times of the signal.
 */
export const sealedTicks = (length: TradeLength): { readonly expiry_ticks?: number } =>
  length.unit === 'ticks' ? { expiry_ticks: Number(length.ticks) } : {};
