import {
  assertNever,
  invariant,
  type Minutes,
  minutes,
  type Seconds,
  seconds,
  type TickCount,
  tickCount,
} from '#kernel/index.ts';

const SECONDS_PER_MINUTE = 60;

/**
 * Duration of a trade: a time until its expiry, or the number of ticks after the entry tick that decides it. Seconds
 * are never whole minutes: 60 s becomes 1 min, so equal durations have one form.
 */
export type TradeLength =
  | { readonly unit: 'minutes'; readonly minutes: Minutes }
  | { readonly unit: 'seconds'; readonly seconds: Seconds }
  | { readonly unit: 'ticks'; readonly ticks: TickCount };

/** A duration in the form of the API, the events and the database: exactly one of the three fields is a number. */
export type LengthFields = {
  readonly duration: number | null;
  readonly duration_seconds: number | null;
  readonly duration_ticks: number | null;
};

/** Returns the duration of this many minutes. @throws RangeError unless the number is whole and positive */
export const minutesLong = (count: number): TradeLength => ({ unit: 'minutes', minutes: minutes(count) });

/** Returns the duration of this many ticks. @throws RangeError unless the number is whole and positive */
export const ticksLong = (count: number): TradeLength => ({ unit: 'ticks', ticks: tickCount(count) });

/** Returns the duration of this many seconds, in minutes if they are whole ones. @throws RangeError unless positive */
export const secondsLong = (count: number): TradeLength =>
  count % SECONDS_PER_MINUTE === 0
    ? minutesLong(count / SECONDS_PER_MINUTE)
    : { unit: 'seconds', seconds: seconds(count) };

/** A trade duration as one field whose name is the unit, as rules contain it. */
export type LengthField =
  | { readonly duration: number }
  | { readonly duration_seconds: number }
  | { readonly duration_ticks: number };

/** The fields of a duration in a request, where absent fields may be omitted. */
export type GivenLengthFields = { readonly [Field in keyof LengthFields]?: number | null | undefined };

/**
 * Returns the duration in its three fields.
 * @throws Error unless exactly one of them is given, which schemas and the database guarantee; RangeError unless that
 * number is whole and positive
 */
export function lengthIn(fields: GivenLengthFields): TradeLength {
  const length = lengthOf(fields);
  invariant(length !== null, 'a length has one unit');
  return length;
}

/**
 * Reads a duration from its three fields; null unless exactly one of them is given.
 * @throws RangeError unless the given number is whole and positive
 */
export function lengthOf(fields: GivenLengthFields): TradeLength | null {
  const { duration, duration_seconds: inSeconds, duration_ticks: inTicks } = fields;
  const given = [
    ...(typeof duration === 'number' ? [minutesLong(duration)] : []),
    ...(typeof inSeconds === 'number' ? [secondsLong(inSeconds)] : []),
    ...(typeof inTicks === 'number' ? [ticksLong(inTicks)] : []),
  ];
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** Returns the three fields of a duration. */
export const lengthFields = (length: TradeLength): LengthFields => ({
  duration: null,
  duration_seconds: null,
  duration_ticks: null,
  ...lengthField(length),
});

/** Returns a duration as the one field that a request contains. */
export function lengthField(length: TradeLength) {
  switch (length.unit) {
    case 'minutes':
      return { duration: length.minutes };
    case 'seconds':
      return { duration_seconds: length.seconds };
    case 'ticks':
      return { duration_ticks: length.ticks };
    default:
      return assertNever(length);
  }
}

/** Returns the number of minutes, seconds or ticks. */
export const countOf = (length: TradeLength): number => Object.values<number>(lengthField(length))[0] ?? 0;

/**
 * Returns the duration of this many minutes, seconds or ticks. @throws RangeError unless the number is whole and
 * positive
 */
export function lengthOfUnit(unit: TradeLength['unit'], count: number): TradeLength {
  switch (unit) {
    case 'minutes':
      return minutesLong(count);
    case 'seconds':
      return secondsLong(count);
    case 'ticks':
      return ticksLong(count);
    default:
      return assertNever(unit);
  }
}

/** Returns the duration in seconds; null for ticks, whose time is not known in advance. */
export function secondsOf(length: TradeLength): Seconds | null {
  switch (length.unit) {
    case 'minutes':
      return seconds(length.minutes * SECONDS_PER_MINUTE);
    case 'seconds':
      return length.seconds;
    case 'ticks':
      return null;
    default:
      return assertNever(length);
  }
}

/** Assumed seconds between two ticks. With them the end of a trade whose duration is in ticks is estimated. */
const TICK_ESTIMATE_S = 2;

/**
 * Returns the seconds that the trade lasts. For ticks it is an estimate, which includes the wait for the entry tick.
 */
export const expectedSecondsOf = (length: TradeLength): number =>
  length.unit === 'ticks' ? (length.ticks + 1) * TICK_ESTIMATE_S : (secondsOf(length) ?? 0);

/** Returns the duration as text for users: `2 min`, `15 s`, `1 tick`, `5 ticks`. */
export function formatLength(length: TradeLength): string {
  switch (length.unit) {
    case 'minutes':
      return `${length.minutes} min`;
    case 'seconds':
      return `${length.seconds} s`;
    case 'ticks':
      return length.ticks === 1 ? '1 tick' : `${length.ticks} ticks`;
    default:
      return assertNever(length);
  }
}

/** Returns whether two durations are equal. */
export const isSameLength = (a: TradeLength, b: TradeLength): boolean => formatLength(a) === formatLength(b);
