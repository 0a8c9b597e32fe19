import { assertNever, err, type InputError, ObjectReader, ok, type Result } from '#kernel/index.ts';
import { MA_TYPES, STRATEGY_RANGES, STRATEGY_TYPES } from '#vocabulary/index.ts';
import type { StrategyRules } from './rules.ts';

const { rsi, macd, bollinger, moving_average } = STRATEGY_RANGES;

/** Requires the number under `lower` to be below the one under `upper`. */
function refuseUnlessBelow(reader: ObjectReader, lower: [string, number], upper: [string, number]): void {
  const [path, value] = [reader.at(lower[0]), lower[1]];
  const [other, limit] = [reader.at(upper[0]), upper[1]];
  if (value > limit) reader.errors.push({ path, code: 'above_other', value, other, limit });
  if (value === limit) reader.errors.push({ path, code: 'same_as_other', value: String(value), other });
}

const readTrade = (reader: ObjectReader) => ({
  trade_amount: reader.number('trade_amount', rsi.trade_amount),
  duration: reader.number('duration', rsi.duration),
});

function readRsi(reader: ObjectReader): StrategyRules {
  const oversold = reader.number('oversold', rsi.oversold);
  const overbought = reader.number('overbought', rsi.overbought);
  refuseUnlessBelow(reader, ['oversold', oversold], ['overbought', overbought]);
  const rsi_period = reader.number('rsi_period', rsi.rsi_period);
  return { type: 'rsi', parameters: { rsi_period, oversold, overbought, ...readTrade(reader) } };
}

function readMacd(reader: ObjectReader): StrategyRules {
  const fast = reader.number('fast', macd.fast);
  const slow = reader.number('slow', macd.slow);
  refuseUnlessBelow(reader, ['fast', fast], ['slow', slow]);
  const signal = reader.number('signal', macd.signal);
  return { type: 'macd', parameters: { fast, slow, signal, ...readTrade(reader) } };
}

const readBollinger = (reader: ObjectReader): StrategyRules => ({
  type: 'bollinger',
  parameters: {
    period: reader.number('period', bollinger.period),
    std_dev: reader.number('std_dev', bollinger.std_dev),
    squeeze_threshold: reader.number('squeeze_threshold', bollinger.squeeze_threshold),
    ...readTrade(reader),
  },
});

function readMovingAverage(reader: ObjectReader): StrategyRules {
  const fast = reader.number('fast', moving_average.fast);
  const slow = reader.number('slow', moving_average.slow);
  refuseUnlessBelow(reader, ['fast', fast], ['slow', slow]);
  const ma_type = reader.oneOf('ma_type', MA_TYPES, 'ema');
  return { type: 'moving_average', parameters: { fast, slow, ma_type, ...readTrade(reader) } };
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
