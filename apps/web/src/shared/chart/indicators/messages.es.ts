/** Names of indicators with their parameters. */
export const indicatorMessages = {
  ema: (period: number) => `EMA ${period}`,
  sma: (period: number) => `SMA ${period}`,
  bollinger: (period: number, deviations: string) => `Bollinger ${period}, ${deviations}`,
  rsi: (period: number) => `RSI ${period}`,
  macd: (fast: number, slow: number, signal: number) => `MACD ${fast}, ${slow}, ${signal}`,
} as const;
