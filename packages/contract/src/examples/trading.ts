/** Documentation examples of trading calls. Their numbers are consistent, as in a real response. */

const EXAMPLE_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

export const CREATE_OPTION = {
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  duration: 5,
  shown_payout: 0.85,
  valid_until: '2026-11-20T14:00:15.000Z',
};

/** Example of an order with a duration in seconds; an order with a duration in ticks has `duration_ticks` instead. */
export const CREATE_SHORT_OPTION = {
  asset_symbol: 'EURUSD',
  option_type: 'PUT',
  amount: 10,
  duration_seconds: 15,
  valid_until: '2026-11-20T14:00:15.000Z',
};

const ACTIVE_OPTION = {
  id: EXAMPLE_ID,
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  payout: 0.85,
  duration: 5,
  duration_seconds: null,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.08542,
  entry_time: '2026-11-20T14:00:00.250Z',
  entry_tick_time: '2026-11-20T14:00:00.100Z',
  expiry_time: '2026-11-20T14:05:00.250Z',
  status: 'active',
  execution: 'confirmed',
  broker: 'mock',
  account: 'mock',
  currency: 'USD',
  mode: 'mock',
  origin: 'manual',
  source: 'simulated',
  profit: null,
  settlement: null,
};

const WON_OPTION = {
  ...ACTIVE_OPTION,
  status: 'won',
  profit: 8.5,
  settlement: {
    price: 1.08561,
    tick_time: '2026-11-20T14:04:59.900Z',
    source: 'simulated',
    settled_at: '2026-11-20T14:05:00.310Z',
    reason: null,
    corrected_at: null,
  },
};
/** Example of a trade at a broker that reports the price but not its tick. */
export const BROKER_OPTION = {
  ...ACTIVE_OPTION,
  entry_tick_time: null,
  broker: 'iqoption',
  account: 'demo',
  mode: null,
  source: 'iqoption',
};
export const OPTIONS = [WON_OPTION, ACTIVE_OPTION];

export const TRADE_EVENT = {
  seq: 6,
  at: '2026-11-20T14:05:00.310Z',
  kind: 'settle',
  currency: 'USD',
  detail: {
    outcome: 'won',
    settle_tick: { time: '2026-11-20T14:04:59.900Z', price: 1.08561 },
    payout: 18.5,
    profit: 8.5,
  },
};

const CARD = {
  won: 60,
  lost: 40,
  tied: 2,
  decided: 100,
  rate: 0.6,
  interval: { low: 0.5020025867910618, high: 0.6905987135675411 },
  break_even: 0.5405405405405405,
  verdict: 'indistinguishable',
};

/** CARD with its evidence. None of its trades overlap. */
const LIVE_CARD = {
  ...CARD,
  interval: { low: 0.44906988157518224, high: 0.7381160736083986 },
  evidence: {
    bets: 100,
    above: 1.4479075528157972,
    below: 0.1278645977556833,
    decided_from: { above: 40, below: 40 },
    cards: 1,
  },
};

const PAPER = { kind: 'mock', currency: 'USD' };

export const STATS = {
  purse: PAPER,
  total_trades_today: 4,
  win_rate: 0.6,
  total_profit_loss: 110,
  active_options: 1,
  max_concurrent_trades: 3,
  at_stake: 10,
  profit_today: 7,
  today: { won: 2, lost: 1, tied: 0 },
  equity_today: [8.5, -1.5, 7],
  card: LIVE_CARD,
};

export const HEALTH = { status: 'ok', open_trades: 12, overdue_trades: 0, settlement_lag_ms: null };

const GROUP = { key: 'EURUSD', trades: 102, profit: 110, card: CARD };
export const PERFORMANCE = {
  purse: PAPER,
  purses: [PAPER, { kind: 'demo', currency: 'EUR' }],
  trades: 102,
  voided: 1,
  card: LIVE_CARD,
  profit: 110,
  staked: 1_020,
  expectancy: 1.08,
  profit_factor: 1.275,
  longest_winning_streak: 7,
  longest_losing_streak: 4,
  current_streak: { result: 'won', trades: 2 },
  max_drawdown: 41.5,
  equity: [
    { at: '2026-11-01T14:05:00.310Z', total: 8.5 },
    { at: '2026-11-20T14:05:00.310Z', total: 110 },
  ],
  by_asset: [GROUP],
  by_hour: [{ ...GROUP, key: '8' }],
  by_weekday: [{ ...GROUP, key: '5' }],
};

export const MOCK_RESET = { balance: 5_000 };

/** Example of a history file: the header and one trade. */
export const HISTORY_CSV = [
  'id,activo,dirección,monto,pago,duración (min),entrada (UTC),…,resultado,ganancia,…',
  `${EXAMPLE_ID},EURUSD,CALL,10.00,0.85,5,2026-11-20T14:00:00.250Z,…,ganada,8.50,…`,
  '',
].join('\r\n');

export const TRADE_ID = EXAMPLE_ID;
