import type { QuirkValues } from '@vigia/broker-kit/simulator';

/**
 * Switches for behaviour of the real service that differs between sources or between days. A test may change them while
 * the simulator runs.
 */
export type DerivQuirks = {
  /**
   * When rows of the account's tables contain shortcode and longcode. `asked`: only if the request has `description:
   * 1`, as the published schemas state. `always`: in every row.
   */
  describes: 'asked' | 'always';
  /** Opening hours of everything but synthetic indices and cryptocurrencies: none, or Monday to Friday in UTC. */
  hours: 'always' | 'weekdays';
  /**
   * Time from the end of a contract until the profit table contains it, in ms. The portfolio drops the contract at its
   * end.
   */
  profitTableLateMs: number;
};

export const USUAL_QUIRKS: Readonly<DerivQuirks> = { describes: 'asked', hours: 'always', profitTableLateMs: 0 };

export const QUIRK_VALUES: QuirkValues<DerivQuirks> = {
  describes: ['asked', 'always'],
  hours: ['always', 'weekdays'],
  profitTableLateMs: [0, 6_000],
};
