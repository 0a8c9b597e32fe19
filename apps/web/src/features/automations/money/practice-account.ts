import type { AccountRef } from '@vigia/core/vocabulary';
import { PAPER } from '#shared/lib/account-name.ts';

/**
 * Returns the account of a setup or strategy.
 * @param broker broker of the demo account; `mock` is the paper account
 */
export const practiceAccount = (broker: string): AccountRef =>
  broker === PAPER.broker ? PAPER : { broker, kind: 'demo' };
