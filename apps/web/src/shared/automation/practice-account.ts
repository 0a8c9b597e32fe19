import type { AccountRef } from '@vigia/core/vocabulary';
import { PAPER } from '#shared/lib/account-name.ts';

/** The account of a setup or strategy. @param broker whose demo account it is; `mock`: the paper account */
export const practiceAccount = (broker: string): AccountRef =>
  broker === PAPER.broker ? PAPER : { broker, kind: 'demo' };
