import { assertNever, err, type InputError, ObjectReader, ok, type Result } from '#kernel/index.ts';
import { MA_TYPES, STRATEGY_RANGES, STRATEGY_TYPES } from '#vocabulary/index.ts';
import type { StrategyRules } from './rules.ts';

/** Requires the number under `lower` to be below the number under `upper`. */
function refuseUnlessBelow(reader: ObjectReader, lower: [string, number], upper: [string, number]): void {
  const [path, value] = [reader.at(lower[0]), lower[1]];
  const [other, limit] = [reader.at(upper[0]), upper[1]];
  if (value > limit) reader.errors.push({ path, code: 'above_other', value, other, limit });
  if (value === limit) reader.errors.push({ path, code: 'same_as_other', value: String(value), other });
}

function readRsi(reader: ObjectReader): StrategyRules {
  const parameters = reader.numbers(STRATEGY_RANGES.rsi);
  refuseUnlessBelow(reader, ['oversold', parameters.oversold], ['overbought', parameters.overbought]);
  return { type: 'rsi', parameters };
}

function readMacd(reader: ObjectReader): StrategyRules {
  const parameters = reader.numbers(STRATEGY_RANGES.macd);
  refuseUnlessBelow(reader, ['fast', parameters.fast], ['slow', parameters.slow]);
  return { type: 'macd', parameters };
}

const readBollinger = (reader: ObjectReader): StrategyRules => ({
  type: 'bollinger',
  parameters: reader.numbers(STRATEGY_RANGES.bollinger),
});

function readMovingAverage(reader: ObjectReader): StrategyRules {
  const numbers = reader.numbers(STRATEGY_RANGES.moving_average);
  refuseUnlessBelow(reader, ['fast', numbers.fast], ['slow', numbers.slow]);
  return { type: 'moving_average', parameters: { ...numbers, ma_type: reader.oneOf('ma_type', MA_TYPES, 'ema') } };
}

function readRules(reader: ObjectReader): StrategyRules | null {
  const type = reader.word(reader.at('type'), reader.value('type'), STRATEGY_TYPES);
  const parameters = reader.object('parameters');
  switch (type) {
    case null:
      return null;
    case 'rsi':
      return closed(parameters, readRsi);
    case 'macd':
      return closed(parameters, readMacd);
    case 'bollinger':
      return closed(parameters, readBollinger);
    case 'moving_average':
      return closed(parameters, readMovingAverage);
    default:
      return assertNever(type);
  }
}

function closed(parameters: ObjectReader, read: (reader: ObjectReader) => StrategyRules): StrategyRules {
  const rules = read(parameters);
  parameters.rejectOthers();
  return rules;
}

/**
 * Reads `{ type, parameters }`; a missing parameter gets its default.
 * @returns the rules, or all faults, at least one
 */
export function parseStrategyRules(input: unknown): Result<StrategyRules, readonly InputError[]> {
  const errors: InputError[] = [];
  const reader = new ObjectReader(input, '', errors);
  const rules = readRules(reader);
  reader.rejectOthers();
  return rules === null || errors.length > 0 ? err(errors) : ok(rules);
}
