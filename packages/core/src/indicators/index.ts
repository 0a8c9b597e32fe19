/**
 * Streaming indicators with TA-Lib's conventions: NaN until defined, and `peek` for the forming candle. Their snapshots
 * preserve every bit.
 */
export { Adx, type AdxValues } from './adx/adx.ts';
export { Atr } from './atr/atr.ts';
export { Bollinger, type BollingerBands } from './bollinger/bollinger.ts';
export { Donchian, type DonchianLines } from './donchian/donchian.ts';
export { Ema } from './ema/ema.ts';
export { Macd, type MacdValues } from './macd/macd.ts';
export { Rsi } from './rsi/rsi.ts';
export { Sma } from './sma/sma.ts';
export { Stochastic, type StochasticValues } from './stochastic/stochastic.ts';
