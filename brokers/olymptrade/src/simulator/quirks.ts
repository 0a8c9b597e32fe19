import type { QuirkValues } from '@vigia/broker-kit/simulator';

/**
 * Switches for behaviour of the real site that differs between sources or between days. A test may change them while
 * the simulator runs.
 */
export type OlympTradeQuirks = {
  /**
   * Reaction to a bad token. `upgrade`: the upgrade is refused. `close`: the socket opens and closes with 1008
   * `invalid_token`.
   */
  badToken: 'upgrade' | 'close';
  /** Whether code 70 (pairs) is ever sent. No recording contains it; an older client reads it. */
  hasPairs: boolean;
  /** Whether code 182 (payouts by pair) is answered and code 183 is sent. Clients of 2025 and 2026 read them. */
  hasPayouts: boolean;
  /** Number of real accounts of each login. The captured traffic has two, without a name or a currency. */
  realAccounts: 1 | 2;
  /** Largest number of rows on a page of the history, even if more were requested. */
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
