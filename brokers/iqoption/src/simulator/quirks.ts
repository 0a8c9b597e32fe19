import type { QuirkValues } from '@vigia/broker-kit/simulator';

/** A feature that the platform can switch off, as `features.get-features` lists it. */
export type Feature =
  | 'client-sdk'
  | 'binary-instrument'
  | 'turbo-instrument'
  | 'blitz-instrument'
  | 'digital-instrument';

export const FEATURES: readonly Feature[] = [
  'client-sdk',
  'binary-instrument',
  'turbo-instrument',
  'blitz-instrument',
  'digital-instrument',
];

/** Delay from the response to a digital order to the events about this order. */
export const DIGITAL_FILL_MS = 700;

/**
 * Switches for behaviour of the platform that differs between sources or brands. The defaults follow recordings and the
 * vendor's SDK (docs/spec/brokers/iqoption.md §3). Tests change them.
 */
export type IqQuirks = {
  /** Whether wallets are marked `is_marginal`, although options can be bought from them. */
  areWalletsMarginal: boolean;
  /** Whether a wallet without a currency is listed in addition to the others. */
  hasOddWallet: boolean;
  /** Bonus of every wallet, in units of its currency. */
  bonusAmount: number;
  /** Whether open-market pairs are sold as `EURUSD-op`, with the old `EURUSD` listed as suspended. */
  arePairsRenamed: boolean;
  /** Place of the direction in a position: inside `raw_event`, at the top level (`flat`), or nowhere (`bare`). */
  positions: 'raw' | 'flat' | 'bare';
  /**
   * The way in which a digital order is refused for lack of funds: by the response, or by an event after the response
   * with the id of the order.
   */
  digitalRefusals: 'by_event' | 'by_answer';
  /**
   * The way in which a filled digital order is reported. `before_answer`: the position comes before the response.
   * `after_answer`: both events come {@link DIGITAL_FILL_MS} after the response. `unreported`: only the records contain
   * it.
   */
  digitalFills: 'before_answer' | 'after_answer' | 'unreported';
  /** Close reason of a digital position: always `default`, or the same reasons as for other options (`usual`). */
  digitalReasons: 'default' | 'usual';
  /** The feature that the platform has switched off for this login. */
  switchedOff: 'none' | Feature;
};

export const USUAL_QUIRKS: Readonly<IqQuirks> = {
  areWalletsMarginal: true,
  hasOddWallet: false,
  bonusAmount: 0,
  arePairsRenamed: true,
  positions: 'raw',
  digitalRefusals: 'by_event',
  digitalFills: 'before_answer',
  digitalReasons: 'default',
  switchedOff: 'none',
};

export const QUIRK_VALUES: QuirkValues<IqQuirks> = {
  areWalletsMarginal: [true, false],
  hasOddWallet: [false, true],
  bonusAmount: [0, 25],
  arePairsRenamed: [true, false],
  positions: ['raw', 'flat', 'bare'],
  digitalRefusals: ['by_event', 'by_answer'],
  digitalFills: ['before_answer', 'after_answer', 'unreported'],
  digitalReasons: ['default', 'usual'],
  switchedOff: ['none', ...FEATURES],
};
