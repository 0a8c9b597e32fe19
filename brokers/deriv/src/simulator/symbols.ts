/** What the simulated Deriv trades, in its names, ours and the words of its list. */
export const SYMBOLS = [
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
] as const;

export type SymbolRow = (typeof SYMBOLS)[number];

export const rowOf = (theirs: unknown): SymbolRow | undefined => SYMBOLS.find((row) => row.theirs === theirs);
export const theirsOf = (ours: string): string => SYMBOLS.find((row) => row.ours === ours)?.theirs ?? ours;
