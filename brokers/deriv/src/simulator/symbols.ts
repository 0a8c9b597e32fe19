import { SYNTHETIC_ROWS } from './synthetics.ts';

/** An asset of the simulated Deriv: Deriv's symbol, Vigía's symbol, and the texts in Deriv's list of assets. */
export type SymbolRow = {
  readonly theirs: string;
  readonly ours: string;
  readonly name: string;
  readonly market: string;
  readonly submarket: string;
  readonly type: string;
};

const LISTED: readonly SymbolRow[] = [
  { theirs: 'frxEURUSD', ours: 'EURUSD', name: 'EUR/USD', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxGBPUSD', ours: 'GBPUSD', name: 'GBP/USD', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxUSDJPY', ours: 'USDJPY', name: 'USD/JPY', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  {
    theirs: 'frxXAUUSD',
    ours: 'XAUUSD',
    name: 'Gold/USD',
    market: 'commodities',
    submarket: 'metals',
    type: 'commodities',
  },
  {
    theirs: 'cryBTCUSD',
    ours: 'BTCUSD',
    name: 'BTC/USD',
    market: 'cryptocurrency',
    submarket: 'non_stable_coin',
    type: 'cryptocurrency',
  },
  {
    theirs: 'OTC_SPC',
    ours: 'US500',
    name: 'US 500',
    market: 'indices',
    submarket: 'americas_OTC',
    type: 'stockindex',
  },
  { theirs: 'frxAUDUSD', ours: 'AUDUSD', name: 'AUD/USD', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxUSDCAD', ours: 'USDCAD', name: 'USD/CAD', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxUSDCHF', ours: 'USDCHF', name: 'USD/CHF', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxNZDUSD', ours: 'NZDUSD', name: 'NZD/USD', market: 'forex', submarket: 'minor_pairs', type: 'forex' },
  { theirs: 'frxEURGBP', ours: 'EURGBP', name: 'EUR/GBP', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxEURJPY', ours: 'EURJPY', name: 'EUR/JPY', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  { theirs: 'frxGBPJPY', ours: 'GBPJPY', name: 'GBP/JPY', market: 'forex', submarket: 'major_pairs', type: 'forex' },
  {
    theirs: 'frxXAGUSD',
    ours: 'XAGUSD',
    name: 'Silver/USD',
    market: 'commodities',
    submarket: 'metals',
    type: 'commodities',
  },
  {
    theirs: 'cryETHUSD',
    ours: 'ETHUSD',
    name: 'ETH/USD',
    market: 'cryptocurrency',
    submarket: 'non_stable_coin',
    type: 'cryptocurrency',
  },
  {
    theirs: 'OTC_NDX',
    ours: 'NAS100',
    name: 'US Tech 100',
    market: 'indices',
    submarket: 'americas_OTC',
    type: 'stockindex',
  },
  {
    theirs: 'OTC_GDAXI',
    ours: 'GER40',
    name: 'Germany 40',
    market: 'indices',
    submarket: 'europe_OTC',
    type: 'stockindex',
  },
  {
    theirs: 'OTC_N225',
    ours: 'JP225',
    name: 'Japan 225',
    market: 'indices',
    submarket: 'asia_oceania_OTC',
    type: 'stockindex',
  },
];

export const SYMBOLS: readonly SymbolRow[] = [...LISTED, ...SYNTHETIC_ROWS];

export const rowOf = (theirs: unknown): SymbolRow | undefined => SYMBOLS.find((row) => row.theirs === theirs);
export const brokerSymbolOf = (ours: string): string => SYMBOLS.find((row) => row.ours === ours)?.theirs ?? ours;
