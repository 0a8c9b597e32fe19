import { epochMs, minorUnits } from '@vigia/core/kernel';
import type { RiskRefused } from '@vigia/core/risk';
import { describe, expect, it } from 'vitest';
import type { MarketCondition } from '../market-data/index.ts';
import { riskRefusal } from './placement-refusal.ts';

const ORDER = { stakeMinor: minorUnits(1_000), asset: { symbol: 'EURUSD' } };
const READER = { nowMs: epochMs(1_800_000_000_000), timeZone: 'UTC', currency: 'USD' } as const;
const LIVE: MarketCondition = { state: 'live', ageMs: 100 };
const resetsAtMs = epochMs(Date.parse('2027-01-15T14:30:00Z'));

describe('riskRefusal', () => {
  it.each<[MarketCondition, string, object]>([
    [{ state: 'stale', ageMs: 12_400 }, 'feed_stale', { symbol: 'EURUSD', seconds: 12 }],
    [{ state: 'frozen', ageMs: 31_000 }, 'feed_frozen', { symbol: 'EURUSD', seconds: 31 }],
    [{ state: 'frozen', ageMs: null }, 'feed_frozen', { symbol: 'EURUSD', seconds: 0 }],
    [{ state: 'skewed', ageMs: 1_000 }, 'feed_skewed', { symbol: 'EURUSD' }],
    [{ state: 'ahead', ageMs: null }, 'feed_ahead', {}],
  ])(
    'maps the market condition %o to the error code that states why its prices cannot be traded',
    (condition, code, values) => {
      const refused = { code: 'feed_stale', details: null } as const;
      expect(riskRefusal(refused, ORDER, condition, READER)).toEqual({ code, values });
    },
  );

  it.each<[RiskRefused, object]>([
    [{ code: 'amount_below_minimum', details: { minStakeMinor: minorUnits(150) } }, { minimum: '$1.5' }],
    [{ code: 'amount_above_maximum', details: { maxStakeMinor: minorUnits(500_000) } }, { maximum: '$5000' }],
    [{ code: 'market_closed', details: null }, { symbol: 'EURUSD' }],
    [{ code: 'too_many_active', details: { activeTrades: 5, maxConcurrentTrades: 4 } }, { maximum: 4 }],
    [
      { code: 'balance_too_low', details: { cashMinor: minorUnits(123_450) } },
      { balance: '$1,234.50', amount: '$10.00' },
    ],
    [{ code: 'stake_limit', details: { maxStakeMinor: minorUnits(2_000) } }, { limit: '$20.00' }],
    [{ code: 'kill_switch', details: null }, {}],
    [{ code: 'reality_check_due', details: null }, {}],
  ])('fills in the values of the message for %o', (refused, values) => {
    expect(riskRefusal(refused, ORDER, LIVE, READER)).toEqual({ code: refused.code, values });
  });

  it('writes amounts with the decimals and the code of the account’s currency', () => {
    const refused = { code: 'balance_too_low', details: { cashMinor: minorUnits(123_450) } } as const;
    const small = { code: 'amount_below_minimum', details: { minStakeMinor: minorUnits(1_500) } } as const;
    const reader = { ...READER, currency: 'CLP' } as const;
    expect(riskRefusal(refused, ORDER, LIVE, reader).values).toEqual({ balance: '123,450 CLP', amount: '1,000 CLP' });
    expect(riskRefusal(small, ORDER, LIVE, reader).values).toEqual({ minimum: '1500 CLP' });
  });

  it.each<[RiskRefused, object]>([
    [
      {
        code: 'daily_loss_limit',
        details: { limitMinor: minorUnits(5_000), worstMinor: minorUnits(6_000), resetsAtMs },
      },
      { limit: '$50.00', resets: 'hoy a las 09:30' },
    ],
    [
      { code: 'weekly_loss_limit', details: { limitMinor: minorUnits(9_999), worstMinor: minorUnits(1), resetsAtMs } },
      { limit: '$99.99', resets: 'hoy a las 09:30' },
    ],
    [
      { code: 'daily_trade_limit', details: { dailyTradeLimit: 12, resetsAtMs } },
      { limit: 12, resets: 'hoy a las 09:30' },
    ],
    [
      { code: 'cool_down', details: { losses: 3, untilMs: resetsAtMs } },
      { losses: 3, until: 'hoy a las 09:30' },
    ],
  ])('states when %o ends, as text in the user’s time zone and as an instant for programs', (refused, values) => {
    const reader = { ...READER, timeZone: 'America/Bogota' };
    expect(riskRefusal(refused, ORDER, LIVE, reader)).toEqual({
      code: refused.code,
      values,
      details: [{ path: 'resets_at', message: '2027-01-15T14:30:00.000Z' }],
    });
  });
});
