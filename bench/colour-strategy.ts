const shape = (of: 'green' | 'red') => ({ join: 'any', conditions: [{ test: 'shape', shape: of, candles: 1 }] });

/**
 * Body of a strategy with auto-trading that signals at the close of a minute whose colour differs from the last one.
 */
export const colourStrategy = (asset: string | undefined) => ({
  name: 'color',
  type: 'custom',
  asset,
  timeframe: '1m',
  auto_trade: true,
  status: 'active',
  parameters: { call: shape('green'), put: shape('red'), trade_amount: 1, duration: 1 },
});

/** Returns median, 95th and 99th percentile and maximum of ascending delays in milliseconds. */
export function delayText(ascendingMs: readonly number[]): string {
  const at = (share: number): string =>
    `${Math.round(ascendingMs[Math.ceil(share * ascendingMs.length) - 1] ?? NaN)} ms`;
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`;
}
