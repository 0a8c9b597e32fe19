import { PROOF } from './proofs.ts';

/** Documentation examples of backtests. Their numbers are consistent, as in a real response. */

export const TEST_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

const RULES = {
  type: 'rsi',
  parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 },
};

const HISTORY = { source: 'history', asset: 'EURUSD' };

export const REQUEST = {
  subject: { kind: 'strategy', rules: RULES, timeframe: '5m' },
  data: { ...HISTORY, from: '2026-11-01T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
  stake: 10,
  currency: 'USD',
};

export const SETUP_REQUEST = {
  subject: { kind: 'pcr', setup: { patterns: { requiredCriteria: 4 }, expiry: 5 } },
  data: { source: 'csv', upload_id: TEST_ID },
  payout: 0.8,
  stake: 10,
  currency: 'USD',
};

export const SAVED_REQUEST = { payout: 0.85, stake: 10, currency: 'USD', data: HISTORY };

export const SWEEP_REQUEST = {
  subject: { kind: 'strategy', rules: RULES, timeframe: '5m' },
  data: HISTORY,
  stake: 10,
  currency: 'USD',
  ranges: [{ path: 'rsi_period', from: 7, to: 21, step: 1 }],
  folds: 4,
};

export const GRID_REQUEST = {
  subject: { kind: 'strategy', rules: RULES, timeframe: '5m' },
  stake: 10,
  currency: 'USD',
  data: [HISTORY, { source: 'history', asset: 'GBPUSD' }],
  timeframes: ['5m', '15m'],
  lengths: [{ duration: 5 }, { duration: 15 }],
};

const CARD = {
  won: 1,
  lost: 1,
  tied: 0,
  decided: 2,
  rate: 0.5,
  interval: { low: 0.0945, high: 0.9055 },
  break_even: 0.5405,
  verdict: 'short_sample',
};

const ACCEPTED = {
  id: TEST_ID,
  kind: 'single',
  status: 'queued',
  progress: 0,
  subject_id: null,
  subject: 'rsi',
  asset: 'EURUSD',
  timeframe: '5m',
  created_at: '2026-11-21T14:00:00.000Z',
  finished_at: null,
  error: null,
  currency: 'USD',
  headline: null,
  judgement: null,
  asked: { rules: RULES, ranges: null, data: HISTORY, payout: null, stake: 10, app_version: '0.1.0' },
  report: null,
  sweep: null,
  grid: null,
  proof: null,
  proof_id: null,
};

const REPORT = {
  currency: 'USD',
  asset: 'EURUSD',
  timeframe: '5m',
  source: 'simulated',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  candles: 144,
  signals: 2,
  trades: 2,
  open_at_end: 0,
  voided: 0,
  card: CARD,
  profit: -1.5,
  staked: 20,
  expectancy: -0.75,
  profit_factor: 0.85,
  max_drawdown: 10,
  longest_winning_streak: 1,
  longest_losing_streak: 1,
  equity: [
    { at: '2026-11-20T08:10:00.000Z', total: 8.5 },
    { at: '2026-11-20T10:30:00.000Z', total: -1.5 },
  ],
  by_hour: [],
  by_weekday: [],
  luck: null,
  drawdown_band: { p5: 10, p50: 10, p95: 10, worst: 10, orders: 1000 },
  overlapping: false,
  independent_trades: null,
  trade_list: [
    {
      entry_time: '2026-11-20T08:05:00.000Z',
      expiry_time: '2026-11-20T08:10:00.000Z',
      direction: 'CALL',
      entry_price: 1.08542,
      settle_price: 1.08561,
      result: 'won',
      payout: 0.85,
      profit: 8.5,
    },
  ],
  compute_ms: 12,
};

const CELL = { asset: 'EURUSD', timeframe: '5m', duration: 5, duration_seconds: null, duration_ticks: null };

export const GRID_CELLS = [
  {
    ...CELL,
    result: {
      source: 'simulated',
      candles: 144,
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-20T12:00:00.000Z',
      trades: 2,
      card: CARD,
      profit: -1.5,
      p_value: null,
      verdict: 'short_sample',
    },
    error: null,
  },
  {
    ...CELL,
    asset: 'GBPUSD',
    result: null,
    error: { code: 'backtest_no_data', message: 'No hay datos de GBPUSD para esas fechas.' },
  },
];

const GRID = { currency: 'USD', variants: 1, cells: GRID_CELLS, compute_ms: 12 };

const JUDGEMENT = {
  verdict: 'short_sample',
  p_value: null,
  corrected_p_value: null,
  tries: 2,
  level: 0.05,
  spent: 0.0125,
  allowed: 0,
};

export const JOBS = [
  ACCEPTED,
  {
    ...ACCEPTED,
    status: 'done',
    progress: 1,
    finished_at: '2026-11-21T14:00:00.100Z',
    headline: { card: CARD, profit: -1.5 },
    judgement: JUDGEMENT,
    report: REPORT,
  },
  {
    ...ACCEPTED,
    kind: 'grid',
    status: 'done',
    progress: 1,
    finished_at: '2026-11-21T14:00:00.100Z',
    judgement: JUDGEMENT,
    grid: GRID,
  },
  { ...ACCEPTED, kind: 'proof', status: 'done', progress: 1, finished_at: '2026-11-21T14:00:00.100Z', proof: PROOF },
];

export const TRADES_CSV =
  'entry_time,expiry_time,direction,entry_price,settle_price,result,payout,profit\r\n2026-11-20T08:05:00.000Z,2026-11-20T08:10:00.000Z,CALL,1.08542,1.08561,won,0.85,8.5\r\n';

export const UPLOAD = {
  upload_id: TEST_ID,
  candles: 1440,
  step_seconds: 60,
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
};

export const LIBRARY = {
  items: [
    {
      key: 'rsi_reversion',
      kind: 'strategy',
      name: 'RSI: regreso desde el extremo',
      description: 'Busca el regreso tras un extremo.',
      asset: 'EURUSD',
      timeframe: '5m',
      type: 'rsi',
      body: { name: 'RSI: regreso desde el extremo', asset: 'EURUSD', timeframe: '5m', ...RULES },
      record: null,
    },
  ],
  notice: 'mercado simulado: aquí ningún patrón puede ganar a la larga',
};
