import type { BacktestRequest } from '@vigia/contract';
import type { z } from 'zod';
import type { BacktestTarget } from '../target.ts';

export type LookRequest = z.input<typeof BacktestRequest>;

/** Returns the request of a look: these rules on the whole stored history of their asset, at its payouts. */
export const lookRequest = ({ subject, asset, stake, currency }: BacktestTarget): LookRequest => ({
  subject,
  data: { source: 'history', asset },
  stake,
  currency,
});
