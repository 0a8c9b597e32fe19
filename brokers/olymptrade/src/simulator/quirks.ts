import type { QuirkValues } from '@vigia/broker-kit/simulator';

/**
 * Behaviour of the real service that sources report or that it may show on some days. A test may change it while the
 * simulator runs.
 */
export type OlympTradeQuirks = {
  /** How a bad token shows: the upgrade is refused, or the socket opens and closes with 1008 `invalid_token`. */
  badToken: 'upgrade' | 'close';
  /** Whether code 70, the pairs, is ever sent. No recording has it; an older client reads it. */
  hasPairs: boolean;
  /** Whether code 182, the payouts by pair, is answered and 183 sent. Clients of 2025 and 2026 read them. */
  hasPayouts: boolean;
  /** How many accounts of real money each login has. The recording has two, without a name or a currency. */
  realAccounts: 1 | 2;
  /** Most rows in a page of the history, however many were requested. */
  historyPage: number;
};

export const USUAL_QUIRKS: Readonly<OlympTradeQuirks> = {
  badToken: 'close',
  hasPairs: false,
  hasPayouts: true,
  realAccounts: 1,
  historyPage: 50,
};

export const QUIRK_VALUES: QuirkValues<OlympTradeQuirks> = {
  badToken: ['close', 'upgrade'],
  hasPairs: [false, true],
  hasPayouts: [true, false],
  realAccounts: [1, 2],
  historyPage: [50, 2],
};
