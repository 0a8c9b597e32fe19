import { StrategyBody, type StrategyInput } from '@vigia/contract';

/** Returns a body as the route parses it, with defaults for the fields that the test omits. */
export const strategyBody = (wish: object = {}): StrategyBody =>
  StrategyBody.parse({ name: 'Prueba', type: 'rsi', ...wish } satisfies Partial<Record<keyof StrategyInput, unknown>>);
