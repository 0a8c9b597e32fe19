/** Documentation examples of setups, signals and their reports. */

export const SETUP_ID = '3f1d7c52-6f0a-4a53-9a3e-5f6b1f0a7c21';

/** Example of a setup with every field, from docs/spec/pcr.md §8. */
export const SETUP_BODY = {
  name: 'Agotamiento',
  asset: 'EURUSD',
  timeframe: '5m',
  is_active: true,
  auto_trade: false,
  patterns: {
    minLength: 3,
    maxLength: 9,
    minStrong: 2,
    strongBodyRatio: 0.6,
    strongBodyAtr: 0.5,
    minRangeAtr: 1.5,
    minEfficiency: 0.5,
    breakRatio: 0.5,
    requiredCriteria: 5,
    dojiPolicy: 'break',
    colors: ['green', 'red'],
    zone: { minZoneAtr: 0.1, optimoRatio: 0.25, maxAgeCandles: 30, maxSignalsPerZone: 1, maxEntryAtr: 1 },
  },
  filters: [{ filter: 'trend', period: 200, side: 'with' }],
  candleTypes: { types: [] },
  entryPoints: ['zona_fina'],
  trigger: 'close',
  expiry: 5,
  riskControl: {
    maxDailyOperations: 'all',
    dailyLossLimit: null,
    weeklyLossLimit: null,
    dailyProfitTarget: null,
    autoReset: true,
    resetTime: 'daily',
  },
  moneyManagement: { betType: 'fixed', fixedAmount: 10 },
};

/** Example of a setup with only the fields that have no default. */
export const SHORT_SETUP_BODY = { name: 'Agotamiento', asset: 'EURUSD' };
