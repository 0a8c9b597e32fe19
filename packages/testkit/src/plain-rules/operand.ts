import type { Operand } from '@vigia/core/rule-definitions';
import { at, type PlainBar, type PlainSeries } from './bars.ts';
import { adx, atr, bollinger, donchian, ema, macd, rsi, sma, stochastic } from './indicators.ts';

/** Divides at each candle at which both series are defined; the result is in per cent. */
const perCent = (above: PlainSeries, below: PlainSeries): PlainSeries =>
  above.map((value, index) => {
    const divisor = at(below, index);
    return value === null || divisor === null ? null : (100 * value) / divisor;
  });

function bandwidth(bars: readonly PlainBar[], period: number, deviations: number): PlainSeries {
  const { upper, middle, lower } = bollinger(bars, period, deviations);
  const width = upper.map((value, index) => {
    const bottom = at(lower, index);
    return value === null || bottom === null ? null : value - bottom;
  });
  return perCent(width, middle);
}

/** Returns the values of an operand without its `ago` (docs/spec/strategies.md §6). */
function valuesNow(operand: Operand, bars: readonly PlainBar[]): PlainSeries {
  const closes = bars.map(({ close }) => close);
  switch (operand.of) {
    case 'price':
      return bars.map((bar) => bar[operand.line]);
    case 'number':
      return bars.map(() => operand.value);
    case 'rsi':
      return rsi(bars, operand.period);
    case 'ema':
      return ema(bars, operand.period);
    case 'sma':
      return sma(bars, operand.period);
    case 'macd':
      return macd(bars, operand.fast, operand.slow, operand.signal)[operand.line];
    case 'bollinger':
      return bollinger(bars, operand.period, operand.std_dev)[operand.line];
    case 'bandwidth':
      return bandwidth(bars, operand.period, operand.std_dev);
    case 'atr':
      return perCent(atr(bars, operand.period), closes);
    case 'stochastic':
      return stochastic(bars, operand.k_period, operand.k_smoothing, operand.d_period)[operand.line];
    case 'adx':
      return adx(bars, operand.period)[operand.line];
    case 'donchian':
      return donchian(bars, operand.period)[operand.line];
    case 'distance':
      return perCent(
        closes.map((close) => Math.abs(close - operand.level)),
        closes,
      );
    default:
      return operand satisfies never;
  }
}

/** Returns the values of an operand at each candle. `ago` counts candles, even across a gap. */
export function operandValues(operand: Operand, bars: readonly PlainBar[]): PlainSeries {
  const values = valuesNow(operand, bars);
  // A number is the same at every candle, even before the first.
  if (operand.of === 'number') return values;
  return values.map((_, index) => (index < operand.ago ? null : at(values, index - operand.ago)));
}
