import type { RiskLimitsView } from '@vigia/contract';
import { PAPER_BOOK } from '@vigia/core/risk';

/**
 * Returns the risk limits of a new account: at most three open trades and no other limit. `waiting` are the changes
 * that do not apply yet.
 */
export const limitsOf = (waiting: Partial<RiskLimitsView['waiting']> = {}): RiskLimitsView => ({
  book: PAPER_BOOK,
  books: [PAPER_BOOK, { scope: 'real', currency: 'USD' }],
  limits: {
    max_concurrent_trades: 3,
    max_stake: null,
    daily_loss_limit: null,
    weekly_loss_limit: null,
    daily_trade_limit: null,
    cool_down_losses: null,
    cool_down_minutes: 30,
  },
  waiting: {
    max_concurrent_trades: null,
    max_stake: null,
    daily_loss_limit: null,
    weekly_loss_limit: null,
    daily_trade_limit: null,
    cool_down_losses: null,
    cool_down_minutes: null,
    time_zone: null,
    ...waiting,
  },
  time_zone: 'UTC',
});
