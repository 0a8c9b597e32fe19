/** Documentation examples of accounts, modes, limits and automation. */

export const ACCOUNT = {
  id: '0b0f4a5e-3c58-4b8e-9d6c-1f5f2a7c9e11',
  broker: 'mock',
  kind: 'mock',
  currency: 'USD',
  balance: 9_990,
  held: 10,
};

export const CURRENT_MODE = {
  mode: 'mock',
  account: ACCOUNT,
  chosen: ACCOUNT,
  server_time: '2026-11-20T14:00:00.250Z',
};

export const MODE_SWITCHES = [{ mode: 'mock' }, { mode: 'iqoption_real', confirm: 'OPERAR CON DINERO REAL' }];

const LIMITS = {
  max_concurrent_trades: 3,
  max_stake: 25,
  daily_loss_limit: 50,
  weekly_loss_limit: null,
  daily_trade_limit: 40,
  cool_down_losses: 3,
  cool_down_minutes: 30,
};

const REAL_DOLLARS = { scope: 'real', currency: 'USD' };

export const LIMITS_CHANGES = [{ book: REAL_DOLLARS, daily_loss_limit: 50, cool_down_losses: 3 }, { max_stake: null }];

export const LIMITS_VIEW = {
  book: REAL_DOLLARS,
  books: [{ scope: 'practice', currency: 'USD' }, REAL_DOLLARS],
  limits: LIMITS,
  waiting: {
    max_concurrent_trades: { value: 5, from: '2026-11-21T14:00:00.000Z' },
    max_stake: null,
    daily_loss_limit: null,
    weekly_loss_limit: null,
    daily_trade_limit: null,
    cool_down_losses: null,
    cool_down_minutes: null,
    time_zone: null,
  },
  time_zone: 'America/Mexico_City',
};

export const RISK_USE = {
  purse: { kind: 'mock', currency: 'USD' },
  day: { trades: 4, profit: -12.5, resets_at: '2026-11-21T06:00:00.000Z' },
  week: { profit: -20, resets_at: '2026-11-23T06:00:00.000Z' },
  at_stake: 10,
  losing_streak: 2,
  cool_down_until: null,
};

export const AUTOMATION = {
  stopped_at: null,
  running: 2,
  reality_check: {
    since: '2026-11-20T13:10:00.000Z',
    due_at: '2026-11-20T14:10:00.000Z',
    is_due: false,
    trades: 9,
    results: [{ purse: { kind: 'mock', currency: 'USD' }, trades: 9, net_result: -12.5 }],
  },
};

export const PREFERENCES = {
  time_zone: 'America/Bogota',
  default_symbol: 'EURUSD',
  default_timeframe: '5m',
  refresh_interval_s: 5,
  mails_log_head: false,
};

export const PREFERENCES_CHANGES = [
  { time_zone: 'America/Mexico_City' },
  { default_symbol: 'BTCUSD', default_timeframe: '1m' },
];
