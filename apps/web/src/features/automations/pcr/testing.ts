import type { PcrDashboard, PcrSetupStatistics, PcrSetupView, RejectionView } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import { expiryFields } from '@vigia/core/trades';
import { newDraft, tradeLengthOfDraft } from './model/draft.ts';

const SETUP_ID = '00000000-0000-4000-8000-0000000000aa';

const NO_CARD = {
  won: 0,
  lost: 0,
  tied: 0,
  decided: 0,
  rate: null,
  interval: null,
  break_even: null,
  verdict: null,
} as const;

/** The evidence of a card that is seen alone and has no bets yet. */
export const NO_EVIDENCE = { bets: 0, above: 1, below: 1, decided_from: { above: 40, below: 40 }, cards: 1 } as const;
const NO_LIVE_CARD = { ...NO_CARD, evidence: NO_EVIDENCE };

/** Returns a setup as the API lists it, with the defaults of the product. */
export function setupOf(given: Partial<PcrSetupView> = {}): PcrSetupView {
  const draft = newDraft('Agotamiento', 'EURUSD');
  return {
    ...draft,
    ...expiryFields(tradeLengthOfDraft(draft)),
    patterns: { ...draft.patterns },
    filters: [],
    candleTypes: { types: [] },
    entryPoints: [...draft.entryPoints],
    riskControl: { ...draft.riskControl },
    moneyManagement: { ...draft.moneyManagement },
    id: SETUP_ID,
    price_source: 'simulated',
    account_broker: 'mock',
    account_kind: 'mock',
    currency: 'USD',
    entry_delay: null,
    is_demo: false,
    version: 1,
    total_signals: 0,
    signals_today: 0,
    win_rate: null,
    card: NO_LIVE_CARD,
    profit: null,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    ...given,
  };
}

export const metricsOf = (given: Partial<PcrDashboard> = {}): PcrDashboard => ({
  active_setups: 1,
  setups_running: 1,
  signals_today: 3,
  sequences_detected: 93,
  zones_created: 22,
  zones_invalidated: 4,
  success_rate: null,
  today_profit: 0,
  purse: { kind: 'mock', currency: 'USD' },
  best_setup: null,
  card: NO_CARD,
  ...given,
});

/** Returns the statistics of a setup without signals. */
export const statisticsOf = (given: Partial<PcrSetupStatistics> = {}): PcrSetupStatistics => ({
  setup_id: SETUP_ID,
  total_signals: 0,
  signals_today: 0,
  pending: 0,
  voided: 0,
  card: NO_LIVE_CARD,
  trades: 0,
  profit: null,
  profit_today: 0,
  currency: 'USD',
  longest_losing_streak: 0,
  sequences_detected: 93,
  valid_sequences: 40,
  zones_created: 22,
  zones_live: 3,
  zones_invalidated: 4,
  last_signal_at: null,
  ...given,
});

export const rejectionOf = (given: Partial<RejectionView> = {}): RejectionView => ({
  id: 'r1',
  at: '2026-11-21T13:55:00.000Z',
  automation: 'pcr',
  direction: 'PUT',
  stage: 'gate',
  reason: 'filters',
  message: 'Un filtro no la dejó pasar.',
  value: 50.6,
  limit: 55,
  entry_point: 'zona_fina',
  filter_results: [{ filter: 'rsi', passed: false, value: 50.6, limit: 55 }],
  ...given,
});

/**
 * Returns candles that rise and fall in waves, so that they contain runs, price zones and touches. By default they are
 * five minutes long.
 */
export function wavyCandles(count: number, stepSeconds = 300): Candle[] {
  let close = 1.1;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = open + 0.0004 * Math.sin(index / 3) + 0.00025 * Math.sin(index * 1.7);
    const wick = 0.00008 * (1 + Math.abs(Math.sin(index)));
    return {
      time: 1_800_000_000 + index * stepSeconds,
      open,
      high: Math.max(open, close) + wick,
      low: Math.min(open, close) - wick,
      close,
    };
  });
}
