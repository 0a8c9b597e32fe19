/** Streaming indicators with TA-Lib's conventions: NaN until defined, `peek` for the forming candle, snapshots that restore bit for bit. */
export { Atr } from './atr/atr.ts';
export { Bollinger, type BollingerBands } from './bollinger/bollinger.ts';
export { Ema } from './ema/ema.ts';
export { Macd, type MacdValues } from './macd/macd.ts';
export { Rsi } from './rsi/rsi.ts';
export { Sma } from './sma/sma.ts';
