import type { QuirkValues } from '@vigia/broker-kit/simulator';

/**
 * Switches for behaviour of the real site that differs between sources or between days. A test may change them while
 * the simulator runs.
 */
export type QuotexQuirks = {
  /** The assets that accept timers (optionType 100). All other assets accept only aligned expiries. */
  timers: 'otc' | 'all';
  /**
   * Whether an order is accepted only after `instruments/follow` or `settings/apply` of its asset on the same socket.
   */
  needsFollow: boolean;
  /**
   * Which refusals the simulator sends: `all`, or only the two known from public sources. With `known` it leaves other
   * refused orders unanswered.
   */
  refusals: 'all' | 'known';
  /**
   * Whether balances and ended orders come as binary frames without a header. Socket.IO's own clients cannot read such
   * frames.
   */
  hasBareFrames: boolean;
  /**
   * Form of a row of the HTTP history. `deals`: like the messages. `tickets`: with `ticket` and `profitAmount`.
   * `strange`: an unknown form.
   */
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
