import { describe, expect, it } from 'vitest';
import { ACCOUNT_OF_MODE, modeOfAccount } from './modes.ts';
import { TRADING_MODES } from './trading.ts';

describe('a trading mode', () => {
  it.each(TRADING_MODES)('is determined by its account: %s', (mode) => {
    expect(modeOfAccount(ACCOUNT_OF_MODE[mode])).toBe(mode);
  });

  it.each(['demo', 'real'] as const)('does not exist for the %s account of another broker', (kind) => {
    expect(modeOfAccount({ broker: 'deriv', kind })).toBeNull();
  });
});
