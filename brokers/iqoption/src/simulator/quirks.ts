import type { QuirkValues } from '@vigia/broker-kit/simulator';

/** A switch of the platform, as `features.get-features` lists it. */
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

/** Delay of the events about a digital order that come after its answer. */
export const DIGITAL_FILL_MS = 700;

/**
 * How the simulator behaves where the platform's behaviour differs between sources or brands. The defaults are what
 * recordings and the vendor's SDK show (docs/spec/brokers/iqoption.md §3); tests switch them.
 */
export type IqQuirks = {
  /** Wallets are marked `is_marginal`, although options are bought from them. */
  areWalletsMarginal: boolean;
  /** A wallet without a currency is listed beside the others. */
  hasOddWallet: boolean;
  /** Bonus of every wallet, in units of its currency. */
  bonusAmount: number;
  /** Open-market pairs are sold as `EURUSD-op`, and the old `EURUSD` is listed as suspended. */
  arePairsRenamed: boolean;
  /** Where a position says its direction: inside `raw_event`, at its top level, or nowhere. */
  positions: 'raw' | 'flat' | 'bare';
  /** When a digital order without funds is refused: by its answer, or by an event after its answer gave it an id. */
  digitalRefusals: 'by_event' | 'by_answer';
  /**
   * How a client learns that a digital order was filled: its position comes before the answer, both events come
   * {@link DIGITAL_FILL_MS} after it, or only the records show it.
   */
  digitalFills: 'before_answer' | 'after_answer' | 'unreported';
  /** Reason that a digital position states for its end: `default` for every end, or that of the other options. */
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
