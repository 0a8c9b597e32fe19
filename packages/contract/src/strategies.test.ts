import { STRATEGY_TYPES } from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { STRATEGY_PARAMETERS, StrategyBody, StrategyRulesBody } from './strategies.ts';

describe('the API schema of a strategy', () => {
  it.each(STRATEGY_TYPES)('accepts the type %s, with a default for every parameter', (type) => {
    const parameters = STRATEGY_PARAMETERS[type].parse({});
    expect(StrategyBody.parse({ name: 'A', type })).toMatchObject({ type, parameters });
    expect(StrategyRulesBody.parse({ type, parameters })).toEqual({ type, parameters });
  });
});
