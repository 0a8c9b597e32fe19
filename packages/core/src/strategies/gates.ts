import { isInHours, minuteOfDay, timeOfDay, weekdayOf, zoneOffset } from '#kernel/index.ts';
import { integerRange, realRange } from '#vocabulary/index.ts';

/** Weekdays as ISO numbers: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Range of the number of candles after a signal during which no other signal follows. */
export const COOLDOWN_CANDLES = integerRange(0, 0, 500);
/** Range of the smallest payout as a fraction. */
export const PAYOUT_MIN = realRange(0.8, 0, 5);

/** Conditions for any signal of a strategy, in addition to its rules. */
export type Gates = {
  /**
   * Hours of the day "HH:MM" in `time_zone`, from `from` up to but excluding `to`. They wrap midnight if `from` is
   * after `to`.
   */
  readonly hours: { readonly from: string; readonly to: string } | null;
  readonly days: readonly Weekday[];
  /** IANA name of the time zone of the hours and days. */
  readonly time_zone: string;
  readonly cooldown_candles: number;
  /** Smallest payout as a fraction; null for no minimum. */
  readonly payout_min: number | null;
};

/** The gate that refused a signal, with the measured value and the limit in the form of the gate. */
export type GateRefusal =
  | { readonly gate: 'hours'; readonly value: string; readonly limit: string }
  | { readonly gate: 'days'; readonly value: Weekday; readonly limit: readonly Weekday[] }
  | { readonly gate: 'cooldown'; readonly value: number; readonly limit: number };

/** Checks the gates that need no payout: hours, days and cool-down. */
export class TimeGates {
  readonly #gates: Gates;
  readonly #offset: (atMs: number) => number;
  readonly #isInHours: (minute: number) => boolean;
  readonly #timeframeSeconds: number;
  /** Number of candles since the last signal, including this candle; Infinity before the first signal. */
  #candlesSince = Infinity;

  constructor(gates: Gates, timeframeSeconds: number) {
    this.#gates = gates;
    this.#offset =
      gates.hours === null && gates.days.length === WEEKDAYS.length ? () => 0 : zoneOffset(gates.time_zone);
    this.#isInHours = gates.hours === null ? () => true : isInHours(gates.hours);
    this.#timeframeSeconds = timeframeSeconds;
  }

  /** Counts the next closed candle. A cool-down counts candles, not time: a gap does not shorten it. */
  nextCandle(): void {
    this.#candlesSince += 1;
  }

  /**
   * Admits a possible signal at the close of the newest candle, or returns the gate that refuses it. An admitted signal
   * starts the cool-down. @param time open time of the candle, epoch seconds
   */
  admit(time: number): GateRefusal | null {
    const refusal = this.#refusalAt(time);
    if (refusal === null) this.#candlesSince = 0;
    return refusal;
  }

  get candlesSince(): number | null {
    return this.#candlesSince === Infinity ? null : this.#candlesSince;
  }

  restore(candlesSince: number | null): void {
    this.#candlesSince = candlesSince ?? Infinity;
  }

  #refusalAt(time: number): GateRefusal | null {
    const { hours, days, cooldown_candles: cooldown } = this.#gates;
    const closeMs = (time + this.#timeframeSeconds) * 1_000;
    const localMs = closeMs + this.#offset(closeMs);
    const minute = minuteOfDay(localMs);
    if (hours !== null && !this.#isInHours(minute))
      return { gate: 'hours', value: timeOfDay(minute), limit: `${hours.from}-${hours.to}` };
    const day = WEEKDAYS[weekdayOf(localMs) - 1] ?? 1;
    if (!days.includes(day)) return { gate: 'days', value: day, limit: days };
    const candles = this.#candlesSince - 1;
    return candles < cooldown ? { gate: 'cooldown', value: candles, limit: cooldown } : null;
  }
}
