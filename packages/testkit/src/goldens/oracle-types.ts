export type OracleCandle = {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

export type Color = 'green' | 'red';

export type OracleFilter =
  | { readonly filter: 'trend'; readonly period: number; readonly side: 'with' | 'against' }
  | { readonly filter: 'rsi'; readonly period: number; readonly callMax: number; readonly putMin: number }
  | { readonly filter: 'hours'; readonly from: string; readonly to: string }
  | { readonly filter: 'volatility'; readonly minAtrPct?: number; readonly maxAtrPct?: number };

/** A setup of docs/spec/pcr.md §8 with every default filled in, limited to the keys that matter for past candles. */
export type OracleSetup = {
  readonly timeframeS: number;
  readonly expiryMin: number;
  readonly entryPoints: readonly string[];
  readonly filters: readonly OracleFilter[];
  readonly candleTypes: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly minStrong: number;
  readonly strongBodyRatio: number;
  readonly strongBodyAtr: number;
  readonly minRangeAtr: number;
  readonly minEfficiency: number;
  readonly breakRatio: number;
  readonly requiredCriteria: number;
  readonly dojiPolicy: 'break' | 'skip';
  readonly colors: readonly Color[];
  readonly minZoneAtr: number;
  readonly optimoRatio: number;
  readonly maxAgeCandles: number;
  readonly maxSignalsPerZone: number;
  readonly maxEntryAtr: number | null;
};

export type OracleSequence = {
  readonly color: Color;
  readonly length: number;
  readonly strong_candles: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly price_range: { readonly high: number; readonly low: number };
  readonly validation_results: Readonly<Record<string, boolean>>;
  readonly is_valid: boolean;
  readonly breaking_time: number;
};

export type OracleZone = {
  readonly direction: 'CALL' | 'PUT';
  readonly created_at: number;
  readonly extreme: number;
  readonly levels: Readonly<Record<string, number>>;
  state: 'live' | 'spent' | 'invalidated' | 'expired';
};

export type OracleSignal = {
  readonly direction: 'CALL' | 'PUT';
  readonly entry_point: string;
  readonly entry_time: number;
  readonly entry_price: number;
  readonly expiration_time: number;
  readonly confidence: number;
  readonly pattern: string;
  readonly outcome: 'won' | 'lost' | 'tie' | 'void' | 'pending';
  readonly settle_price: number | null;
};

export type OracleResult = {
  readonly candles: number;
  readonly sequences: readonly OracleSequence[];
  readonly zones: readonly OracleZone[];
  readonly signals: readonly OracleSignal[];
  /** Number of rejected candidates for each check. */
  readonly rejected: Readonly<Record<'late' | 'filters' | 'conflict' | 'one_a_candle', number>>;
};
