import type { Option } from '@vigia/contract';

/** Returns a CALL of $10 on EURUSD over five minutes, opened at 14:00:00 UTC. A test overrides single fields. */
export const tradeOf = (given: Partial<Option> = {}): Option => ({
  id: '00000000-0000-4000-8000-000000000001',
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  payout: 0.85,
  duration: 5,
  duration_seconds: null,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.085,
  entry_time: '2026-11-21T14:00:00.000Z',
  entry_tick_time: '2026-11-21T13:59:59.750Z',
  expiry_time: '2026-11-21T14:05:00.000Z',
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
  ...given,
});

/** Returns a trade that won at 14:05:00.120. A tick just before the expiry decided it. */
export const wonTrade = (given: Partial<Option> = {}): Option =>
  tradeOf({
    status: 'won',
    profit: 8.5,
    settlement: {
      price: 1.0853,
      tick_time: '2026-11-21T14:04:59.875Z',
      source: 'simulated',
      settled_at: '2026-11-21T14:05:00.120Z',
      reason: null,
      corrected_at: null,
    },
    ...given,
  });
