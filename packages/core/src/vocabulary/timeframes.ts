/** The supported candle sizes, smallest first. */
export const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/** Duration of each timeframe in seconds. */
export const TIMEFRAME_SECONDS: Readonly<Record<Timeframe, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
};

/** The candle sizes below a minute. They are built from ticks, and only charts show them. */
export const SECOND_TIMEFRAMES = ['5s', '15s', '30s'] as const;
export type SecondTimeframe = (typeof SECOND_TIMEFRAMES)[number];

/** The candle sizes of charts, smallest first. */
export const CHART_TIMEFRAMES = [...SECOND_TIMEFRAMES, ...TIMEFRAMES] as const;
export type ChartTimeframe = (typeof CHART_TIMEFRAMES)[number];

/** Duration of each timeframe of a chart in seconds. */
export const CHART_TIMEFRAME_SECONDS: Readonly<Record<ChartTimeframe, number>> = {
  '5s': 5,
  '15s': 15,
  '30s': 30,
  ...TIMEFRAME_SECONDS,
};

/** Returns true for a candle size below a minute. */
export const isSecondTimeframe = (timeframe: ChartTimeframe): timeframe is SecondTimeframe =>
  CHART_TIMEFRAME_SECONDS[timeframe] < TIMEFRAME_SECONDS['1m'];
