import { StrategyBody, type StrategyInput } from '@vigia/contract';

/** A body as the route hands it on, with what the test leaves out at its default. */
export const strategyBody = (wish: object = {}): StrategyBody =>
  StrategyBody.parse({ name: 'Prueba', type: 'rsi', ...wish } satisfies Partial<Record<keyof StrategyInput, unknown>>);
