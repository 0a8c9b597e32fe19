import type { QuirkValues } from '@vigia/broker-kit/simulator';

/**
 * Behaviour of the real service that sources report or that it may show on some days. A test may change it while the
 * simulator runs.
 */
export type QuotexQuirks = {
  /** The assets that take timers (optionType 100). The others take aligned expiries only. */
  timers: 'otc' | 'all';
  /** Whether an order is taken only after `instruments/follow` or `settings/apply` of its asset on the same socket. */
  needsFollow: boolean;
  /** The refusals that are answered: every one, or the two that sources show. The others are met with silence. */
  refusals: 'all' | 'known';
  /** Whether balances and ended orders come as binary frames without a header. Socket.IO's own clients cannot read them. */
  hasBareFrames: boolean;
  /** Form of a row of the HTTP history: like the messages, with `ticket` and `profitAmount`, or one of another day. */
  history: 'deals' | 'tickets' | 'strange';
};

export const USUAL_QUIRKS: Readonly<QuotexQuirks> = {
  timers: 'otc',
  needsFollow: true,
  refusals: 'all',
  hasBareFrames: false,
  history: 'deals',
};

export const QUIRK_VALUES: QuirkValues<QuotexQuirks> = {
  timers: ['otc', 'all'],
  needsFollow: [true, false],
  refusals: ['all', 'known'],
  hasBareFrames: [false, true],
  history: ['deals', 'tickets', 'strange'],
};
