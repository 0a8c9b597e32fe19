import { PcrSetupBody } from '@vigia/contract';
import { parsePcrSetup } from '@vigia/core/pcr';
import {
  CANDLE_TYPES,
  DAILY_OPERATIONS_RANGE,
  DOJI_POLICIES,
  ENTRY_POINTS,
  EXPIRY_RANGE,
  FILTER_RANGES,
  MONEY_RANGES,
  type NumberRange,
  PATTERN_RANGES,
  RUN_COLORS,
  TIMEFRAMES,
  TREND_SIDES,
  TRIGGERS,
  ZONE_RANGES,
} from '@vigia/core/vocabulary';
import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Generates numbers within the range and slightly outside it, and fractions where only integers are valid. */
const number = ({ min, max, integer }: NumberRange) =>
  fc.oneof(
    { weight: 12, arbitrary: integer ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(min, max, min - 1, max + 1, min + 0.5, 'x', null) },
  );
const numbers = (ranges: Readonly<Record<string, NumberRange>>) =>
  Object.fromEntries(Object.entries(ranges).map(([key, range]) => [key, number(range)]));

const some = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] });
const word = (words: readonly unknown[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('otra', 7) },
  );
/** Generates an object whose `key` is `name`; all other keys are optional. */
const kind = (key: string, name: string, model: Record<string, fc.Arbitrary<unknown>>) =>
  some(model).map((rest) => ({ [key]: name, ...rest }));
const time = fc.constantFrom('00:00', '07:30', '23:59', '24:00', '7:30');

const patterns = some({
  ...numbers(PATTERN_RANGES),
  dojiPolicy: word(DOJI_POLICIES),
  colors: fc.uniqueArray(word(RUN_COLORS), { maxLength: 2 }),
  zone: some(numbers(ZONE_RANGES)),
});
const filter = fc.oneof(
  kind('filter', 'trend', { ...numbers(FILTER_RANGES.trend), side: word(TREND_SIDES) }),
  kind('filter', 'rsi', numbers(FILTER_RANGES.rsi)),
  fc.record({ filter: fc.constant('hours'), from: time, to: time }),
  kind('filter', 'volatility', numbers(FILTER_RANGES.volatility)),
  kind('filter', 'payout', numbers(FILTER_RANGES.payout)),
);
const { fixedAmount, percent, multiplier, steps, lossLimit } = MONEY_RANGES;
const money = fc.oneof(
  some({ fixedAmount: number(fixedAmount) }),
  kind('betType', 'percent', { percent: number(percent) }),
  kind('betType', 'martingale', {
    fixedAmount: number(fixedAmount),
    multiplier: number(multiplier),
    steps: number(steps),
  }),
);
const riskControl = some({
  maxDailyOperations: fc.oneof(
    fc.constant('all'),
    number(DAILY_OPERATIONS_RANGE).filter((value) => value !== null),
  ),
  dailyLossLimit: number(lossLimit),
  weeklyLossLimit: number(lossLimit),
  autoReset: fc.boolean(),
  resetTime: fc.oneof(word(['daily', 'weekly']), time),
});
const setup = some({
  timeframe: word(TIMEFRAMES),
  is_active: word([true, false, 'true', 'false', 1, 0, '1', '0']),
  auto_trade: fc.boolean(),
  patterns,
  filters: fc.array(filter, { maxLength: 3 }),
  candleTypes: some({ types: fc.uniqueArray(word(['any', ...CANDLE_TYPES]), { maxLength: 3 }) }),
  entryPoints: fc.uniqueArray(word(ENTRY_POINTS), { maxLength: 3 }),
  trigger: word(TRIGGERS),
  expiry: number(EXPIRY_RANGE),
  riskControl,
  moneyManagement: money,
});
const sent = fc
  .tuple(setup, fc.nat({ max: 15 }))
  .map(([keys, luck]) => ({ name: 'A', asset: 'EURUSD', ...keys, ...(luck === 0 && { cosa: 1 }) }));

/** Fault codes of rules that compare several keys, which the JSON schema cannot express. */
const BETWEEN_KEYS = new Set(['above_other', 'same_as_other', 'duplicate']);

describe('the JSON schema of a setup', () => {
  it('accepts the same setups as the parser, with the same defaults, except for faults between two keys', () => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(sent, (input) => {
        const read = parsePcrSetup(input);
        const shaped = PcrSetupBody.safeParse(input);
        if (read.ok) {
          taken += 1;
          const isActive = read.value.is_active;
          expect({ ...shaped.data, is_active: isActive }).toEqual(read.value);
        } else if (!read.error.every(({ code }) => BETWEEN_KEYS.has(code))) {
          refused += 1;
          expect(shaped.success).toBe(false);
        }
      }),
      { numRuns: propertyRuns(1_500) },
    );
    expect(taken).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  });
});
