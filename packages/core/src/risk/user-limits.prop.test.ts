import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EpochMs, epochMs, minorUnits } from '#kernel/index.ts';
import {
  changeLimits,
  guardLimits,
  LIMIT_NAMES,
  type LimitName,
  type LimitValues,
  LOOSENING_WAITS_MS,
  limitsAt,
  requestedValueOf,
  type UserLimits,
} from './user-limits.ts';

const T0 = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

const none = <Value>(value: Value) => ({ value, waiting: null });
const START: UserLimits = {
  maxConcurrentTrades: none(3),
  maxStakeMinor: none(minorUnits(5_000)),
  dailyLossLimitMinor: none(minorUnits(10_000)),
  weeklyLossLimitMinor: none(null),
  dailyTradeLimit: none(20),
  coolDownLosses: none(3),
  coolDownMinutes: none(30),
  timeZone: none('America/Bogota'),
};

const cents = fc.integer({ min: 1, max: 20_000 }).map(minorUnits);
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const change: fc.Arbitrary<Partial<LimitValues>> = fc.record(
  {
    maxConcurrentTrades: fc.integer({ min: 1, max: 10 }),
    maxStakeMinor: orNone(cents),
    dailyLossLimitMinor: orNone(cents),
    weeklyLossLimitMinor: orNone(cents),
    dailyTradeLimit: orNone(fc.integer({ min: 1, max: 40 })),
    coolDownLosses: orNone(fc.integer({ min: 1, max: 6 })),
    coolDownMinutes: fc.integer({ min: 1, max: 60 }),
    timeZone: fc.constantFrom('America/Bogota', 'Asia/Tokyo', 'UTC'),
  },
  { requiredKeys: [] },
);
/** A requested change, and the time before it. Many of these times are whole hours, so that changes coincide. */
const step = fc.record({
  change,
  waitMs: fc.oneof(
    fc.integer({ min: 0, max: 60 }).map((hours) => hours * HOUR_MS),
    fc.integer({ min: 0, max: 1e8 }),
  ),
});

/** Returns the rank of a value; a higher rank is looser. Time zones have no order, so they are excluded. */
function looseness(name: Exclude<LimitName, 'timeZone'>, value: number | null): number {
  if (name === 'coolDownMinutes') return -(value ?? 0);
  return value ?? Infinity;
}

type Asked = { readonly atMs: EpochMs; readonly change: Partial<LimitValues> };

describe('limits that a user changes', () => {
  it('become looser only 24 hours or more after the user requested the looser values', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let nowMs = epochMs(T0);
        let limits = START;
        const asked: Asked[] = [];
        const past: { readonly atMs: EpochMs; readonly limits: UserLimits }[] = [{ atMs: nowMs, limits }];
        for (const { change: wish, waitMs } of steps) {
          nowMs = epochMs(nowMs + waitMs);
          past.push({ atMs: nowMs, limits: limitsAt(limits, nowMs) });
          limits = changeLimits(limits, wish, nowMs);
          asked.push({ atMs: nowMs, change: wish });
          past.push({ atMs: nowMs, limits });
          for (const name of LIMIT_NAMES) expectNoLooser(name, limits, { nowMs, asked, past });
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('equal the last requested limits 24 hours after the last request', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let nowMs = epochMs(T0);
        let limits = START;
        const wanted: Record<string, unknown> = Object.fromEntries(
          LIMIT_NAMES.map((name) => [name, START[name].value]),
        );
        for (const { change: wish, waitMs } of steps) {
          nowMs = epochMs(nowMs + waitMs);
          limits = changeLimits(limits, wish, nowMs);
          Object.assign(wanted, wish);
        }
        const later = limitsAt(limits, epochMs(nowMs + LOOSENING_WAITS_MS));
        expect(Object.fromEntries(LIMIT_NAMES.map((name) => [name, later[name].value]))).toEqual(wanted);
        expect(LIMIT_NAMES.filter((name) => later[name].waiting !== null)).toEqual([]);
        for (const name of LIMIT_NAMES) expect(requestedValueOf<unknown>(limits[name])).toEqual(wanted[name]);
      }),
    );
  });
});

type History = {
  readonly nowMs: EpochMs;
  readonly asked: readonly Asked[];
  readonly past: readonly { readonly atMs: EpochMs; readonly limits: UserLimits }[];
};

function expectNoLooser(name: LimitName, limits: UserLimits, { nowMs, asked, past }: History): void {
  const dayAgoMs = nowMs - LOOSENING_WAITS_MS;
  const wishes = asked.filter(({ atMs, change: wish }) => atMs <= dayAgoMs && wish[name] !== undefined);
  const then = past.filter(({ atMs }) => atMs >= dayAgoMs).map((moment) => moment.limits);
  if (name === 'timeZone') {
    const known = [...then.map((moment) => moment.timeZone.value), ...wishes.map(({ change: wish }) => wish.timeZone)];
    expect(known).toContain(limits.timeZone.value);
    return;
  }
  const value = looseness(name, limits[name].value);
  const wasMet = (before: UserLimits) =>
    value <= looseness(name, before[name].value) ||
    wishes.some(({ change: wish }) => value <= looseness(name, wish[name] ?? null));
  expect(then.filter((before) => !wasMet(before))).toEqual([]);
}

describe('a limit of a user', () => {
  it('takes effect at once if the user had no such limit', () => {
    const changed = changeLimits(START, { weeklyLossLimitMinor: minorUnits(9_000) }, epochMs(T0));
    expect(changed.weeklyLossLimitMinor).toEqual(none(minorUnits(9_000)));
  });

  it('does not change if the user requests the same time zone again', () => {
    expect(changeLimits(START, { timeZone: 'America/Bogota' }, epochMs(T0))).toEqual(START);
  });
});

describe('a looser limit', () => {
  const at = (hours: number) => epochMs(T0 + hours * HOUR_MS);

  it('takes effect 24 hours after its request, to the millisecond', () => {
    const changed = changeLimits(START, { dailyTradeLimit: 50 }, at(0));
    expect(limitsAt(changed, epochMs(at(24) - 1)).dailyTradeLimit.value).toBe(20);
    expect(limitsAt(changed, at(24)).dailyTradeLimit).toEqual(none(50));
  });

  it('is dropped if the user requests the value in force', () => {
    const raised = changeLimits(START, { maxStakeMinor: null }, at(0));
    expect(changeLimits(raised, { maxStakeMinor: minorUnits(5_000) }, at(23))).toEqual(START);
  });

  it('keeps its waiting time if the user requests it twice or then requests a stricter value', () => {
    const raised = changeLimits(START, { coolDownMinutes: 5 }, at(0));
    expect(changeLimits(raised, { coolDownMinutes: 5 }, at(20))).toEqual(raised);
    const less = changeLimits(raised, { coolDownMinutes: 10 }, at(20));
    expect(less.coolDownMinutes).toEqual({ value: 30, waiting: { value: 10, fromMs: at(24) } });
    const more = changeLimits(raised, { coolDownMinutes: 1 }, at(20));
    expect(more.coolDownMinutes).toEqual({ value: 30, waiting: { value: 1, fromMs: at(44) } });
  });

  it('is the value with which later requests are compared, once it is in force', () => {
    const raised = changeLimits(START, { dailyTradeLimit: 50 }, at(0));
    const again = changeLimits(raised, { dailyTradeLimit: 60 }, at(24));
    expect(again.dailyTradeLimit).toEqual({ value: 50, waiting: { value: 60, fromMs: at(48) } });
  });

  it('does not change any other limit', () => {
    const raised = changeLimits(START, { coolDownLosses: null }, at(0));
    expect({ ...raised, coolDownLosses: START.coolDownLosses }).toEqual(START);
  });

  it('includes any change of the time zone, which takes effect after 24 hours', () => {
    const moved = changeLimits(START, { timeZone: 'Asia/Tokyo' }, at(0));
    expect(moved.timeZone).toEqual({ value: 'America/Bogota', waiting: { value: 'Asia/Tokyo', fromMs: at(24) } });
  });
});

describe('guardLimits, which returns the limits for the risk guard,', () => {
  it('returns the values in force, and no pause after losses if none is set', () => {
    const waiting = changeLimits(START, { maxConcurrentTrades: 9 }, epochMs(T0));
    expect(guardLimits(waiting, true)).toEqual({
      maxConcurrentTrades: 3,
      maxStakeMinor: 5_000,
      dailyLossLimitMinor: 10_000,
      weeklyLossLimitMinor: null,
      dailyTradeLimit: 20,
      coolDown: { afterLosses: 3, minutes: 30 },
      killSwitch: true,
    });
    expect(guardLimits({ ...START, coolDownLosses: none(null) }, false).coolDown).toBeNull();
  });
});
