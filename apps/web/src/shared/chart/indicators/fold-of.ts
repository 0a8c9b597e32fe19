import { Bollinger, type BollingerBands, Ema, Macd, type MacdValues, Rsi, Sma } from '@vigia/core/indicators';
import { assertNever } from '@vigia/core/kernel';
import type { IndicatorChoice } from './choices.ts';
import type { IndicatorFold } from './running-series.ts';

/** Values of an indicator at one bar, by the name of the line. A value that is not defined yet has no entry. */
export type IndicatorRow = Readonly<
  Partial<Record<'line' | 'upper' | 'middle' | 'lower' | 'signal' | 'histogram', number>>
>;

const NOTHING: IndicatorRow = {};

/** Returns a function that creates the indicator's fold from the core package. The fold returns its values as rows. */
export function foldOf(choice: IndicatorChoice): () => IndicatorFold<IndicatorRow> {
  switch (choice.kind) {
    case 'ema':
      return () => lineOf(new Ema(choice.period));
    case 'sma':
      return () => lineOf(new Sma(choice.period));
    case 'rsi':
      return () => lineOf(new Rsi(choice.period));
    case 'bollinger':
      return () => bandsOf(new Bollinger(choice.period, choice.deviations));
    case 'macd':
      return () => macdOf(new Macd(choice.fast, choice.slow, choice.signal));
    default:
      return assertNever(choice);
  }
}

const lineOf = (indicator: IndicatorFold<number>): IndicatorFold<IndicatorRow> => ({
  push: (close) => lineRow(indicator.push(close)),
  peek: (close) => lineRow(indicator.peek(close)),
});

const lineRow = (line: number): IndicatorRow => (Number.isNaN(line) ? NOTHING : { line });

const bandsOf = (bands: Bollinger): IndicatorFold<IndicatorRow> => ({
  push: (close) => {
    bands.push(close);
    return bandsRow(bands);
  },
  peek: (close) => bandsRow(bands.peek(close)),
});

const bandsRow = ({ upper, middle, lower }: BollingerBands): IndicatorRow =>
  Number.isNaN(middle) ? NOTHING : { upper, middle, lower };

const macdOf = (macd: Macd): IndicatorFold<IndicatorRow> => ({
  push: (close) => {
    macd.push(close);
    return macdRow(macd);
  },
  peek: (close) => macdRow(macd.peek(close)),
});

function macdRow({ line, signal, histogram }: MacdValues): IndicatorRow {
  if (Number.isNaN(line)) return NOTHING;
  return Number.isNaN(signal) ? { line } : { line, signal, histogram };
}
