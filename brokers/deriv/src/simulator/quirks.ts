import type { QuirkValues } from '@vigia/broker-kit/simulator';

/**
 * Behaviour of the real service that sources report or that it may show on some days. A test may change it while the
 * simulator runs.
 */
export type DerivQuirks = {
  /**
   * When rows of the account's tables carry shortcode and longcode: if the request has `description: 1`, as the
   * published schemas say, or always.
   */
  describes: 'asked' | 'always';
  /** Opening hours of everything but synthetic indices and cryptocurrencies: none, or Monday to Friday in UTC. */
  hours: 'always' | 'weekdays';
  /** Time after its end until the profit table has a contract, in ms. The portfolio loses it at its end. */
  profitTableLateMs: number;
};

export const USUAL_QUIRKS: Readonly<DerivQuirks> = { describes: 'asked', hours: 'always', profitTableLateMs: 0 };

export const QUIRK_VALUES: QuirkValues<DerivQuirks> = {
  describes: ['asked', 'always'],
  hours: ['always', 'weekdays'],
  profitTableLateMs: [0, 6_000],
};
