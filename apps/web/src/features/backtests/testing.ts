import type {
  BacktestJob,
  BacktestJudgementView,
  BacktestReport,
  GridCellView,
  PriceFile,
  ProofReport,
  SweepReport,
  WinRateCardView,
} from '@vigia/contract';
import { minutesLong } from '@vigia/core/trades';
import type { BacktestTarget } from './target.ts';

/** A win-rate card with 84 wins in 160 decided trades and a break-even rate of 54.1 %. */
const CARD: WinRateCardView = {
  won: 84,
  lost: 76,
  tied: 0,
  decided: 160,
  rate: 0.525,
  interval: { low: 0.448, high: 0.601 },
  break_even: 0.541,
  verdict: 'indistinguishable',
};

/** The same card without a verdict of its own. */
const PLAIN: WinRateCardView = { ...CARD, verdict: null };

const FROM = '2026-11-01T00:00:00.000Z';
const TO = '2026-11-21T00:00:00.000Z';

/** A saved RSI strategy with one parameter that a sweep may vary. */
export const TEST_TARGET: BacktestTarget = {
  id: '018f4a6e-0000-7000-8000-000000000001',
  name: 'RSI extremos',
  about: 'RSI 14 · 30/70 · EURUSD · 5 min',
  asset: 'EURUSD',
  timeframe: '5m',
  length: minutesLong(5),
  subject: {
    kind: 'strategy',
    timeframe: '5m',
    rules: { type: 'rsi', parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 } },
  },
  stake: 10,
  currency: 'USD',
  sweepable: [{ path: 'rsi_period', label: 'Período', value: 14, min: 2, max: 500, integer: true }],
};

/** A verdict: the second test on its data, which do not show an edge. */
export const TEST_JUDGEMENT: BacktestJudgementView = {
  verdict: 'indistinguishable',
  p_value: 0.68,
  corrected_p_value: 0.7,
  tries: 2,
  level: 0.05,
  spent: 0.0275,
  allowed: 0.01,
};

export const jobOf = (given: Partial<BacktestJob> = {}): BacktestJob => ({
  currency: 'USD',
  id: '018f4a6e-0000-7000-8000-0000000000aa',
  kind: 'single',
  status: 'done',
  progress: 1,
  subject_id: TEST_TARGET.id,
  subject: 'rsi',
  asset: 'EURUSD',
  timeframe: '5m',
  created_at: TO,
  finished_at: TO,
  error: null,
  headline: null,
  judgement: null,
  asked: null,
  report: null,
  sweep: null,
  grid: null,
  proof: null,
  proof_id: null,
  ...given,
});

/** Returns the report of a backtest on the simulated market with 45 trades. */
export const reportOf = (given: Partial<BacktestReport> = {}): BacktestReport => ({
  currency: 'USD',
  asset: 'EURUSD',
  timeframe: '5m',
  source: 'simulated',
  from: FROM,
  to: TO,
  candles: 5_760,
  signals: 161,
  trades: 160,
  open_at_end: 1,
  voided: 0,
  card: CARD,
  profit: -46,
  staked: 1_600,
  expectancy: -0.29,
  profit_factor: 0.94,
  max_drawdown: 96.5,
  longest_winning_streak: 6,
  longest_losing_streak: 7,
  equity: [
    { at: FROM, total: 8.5 },
    { at: TO, total: -46 },
  ],
  by_hour: [{ key: '9', trades: 160, profit: -46, card: CARD }],
  by_weekday: [{ key: '5', trades: 160, profit: -46, card: CARD }],
  luck: { p_value: 0.68 },
  drawdown_band: { p5: 61, p50: 103, p95: 187, worst: 271.5, orders: 1_000 },
  overlapping: false,
  independent_trades: null,
  trade_list: Array.from({ length: 45 }, (_, index) => ({
    entry_time: new Date(Date.parse(FROM) + index * 600_000).toISOString(),
    expiry_time: new Date(Date.parse(FROM) + index * 600_000 + 300_000).toISOString(),
    direction: 'CALL',
    entry_price: 1.085,
    settle_price: 1.086,
    result: 'won',
    payout: 0.85,
    profit: 8.5,
  })),
  compute_ms: 14,
  ...given,
});

/** The report of a sweep: three variants, validated on one part of the data. */
export const SWEEP: SweepReport = {
  currency: 'USD',
  asset: 'EURUSD',
  timeframe: '5m',
  source: 'simulated',
  candles: 5_760,
  variants: 3,
  best: [{ values: { rsi_period: 7 }, trades: 120, card: PLAIN, profit: 132 }],
  strongest: { values: { rsi_period: 7 }, trades: 120, card: PLAIN, profit: 132 },
  walk_forward: [{ from: FROM, to: TO, values: { rsi_period: 7 }, chosen_on: PLAIN, judged_on: PLAIN, profit: -69 }],
  judged: { ...PLAIN, won: 66, lost: 63, decided: 129, rate: 66 / 129 },
  judged_profit: -69,
  compute_ms: 820,
};

/** A proof in 500 markets without an edge: 31 of them earned at least as much as the real one. */
export const PROOF: ProofReport = {
  currency: 'USD',
  worlds: 500,
  above: 3,
  short_samples: 0,
  above_interval: { low: 0.0012, high: 0.0174 },
  real: { verdict: 'indistinguishable', profit: -46 },
  at_least_as_good: 31,
  p_value: 32 / 501,
  profits: Array.from({ length: 500 }, (_, world) => (world < 469 ? -300 + world / 2 : world - 460)),
  compute_ms: 2_300,
};

/** Returns a price file of HistData in New York time. The user has not confirmed its time zone yet. */
export const fileOf = (given: Partial<PriceFile> = {}): PriceFile => ({
  id: '018f4a6e-0000-7000-8000-0000000000dd',
  name: 'EURUSD.csv',
  symbol: 'EURUSD',
  status: 'waiting',
  received_bytes: 21_000_000,
  total_bytes: 21_000_000,
  candles: 371_938,
  step_seconds: 60,
  first_candle: '2018-01-01T17:00:00',
  last_candle: '2018-12-31T16:58:00',
  recognised: {
    format: 'histdata',
    separator: 'semicolon',
    decimal_mark: 'point',
    has_header: false,
    time_form: 'compact',
    has_milliseconds: false,
    states_zone: false,
    is_date_order_assumed: false,
  },
  first_rows: [{ time: '2018-01-01T17:00:00', open: 1.2, high: 1.3, low: 1.1, close: 1.25 }],
  finding: { kind: 'found', zones: ['America/New_York'], gaps: 51, matched: 49 },
  time_zone: null,
  broker: null,
  created_at: TO,
  ...given,
});

/** Returns a cell of a grid in which 110 of 160 trades are won. */
export const cellOf = (given: Partial<GridCellView> = {}): GridCellView => ({
  asset: 'EURUSD',
  timeframe: '5m',
  duration: 5,
  duration_seconds: null,
  duration_ticks: null,
  error: null,
  result: {
    source: 'simulated',
    candles: 5_760,
    from: FROM,
    to: TO,
    trades: 160,
    card: { ...CARD, won: 110, lost: 50, rate: 110 / 160, interval: { low: 0.61, high: 0.75 }, verdict: 'above' },
    profit: 435,
    p_value: 0.048,
    verdict: 'indistinguishable',
  },
  ...given,
});
