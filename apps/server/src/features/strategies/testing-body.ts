import { StrategyBody, type StrategyInput } from '@vigia/contract';

/** Returns a body as the route parses it. Fields that the test omits have their defaults. */
export const strategyBody = (wish: object = {}): StrategyBody =>
  StrategyBody.parse({ name: 'Prueba', type: 'rsi', ...wish } satisfies Partial<Record<keyof StrategyInput, unknown>>);

/** Parameters of own rules: CALL at the first rising candle, PUT at the first falling one. */
export const COLOUR_RULES = {
  call: { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] },
  put: { join: 'all', conditions: [{ test: 'shape', shape: 'red', candles: 1 }] },
} as const;
