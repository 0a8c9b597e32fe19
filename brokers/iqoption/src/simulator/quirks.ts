import type { QuirkValues } from '@vigia/broker-kit/simulator';

/** A switch of the platform, as `features.get-features` lists it. */
export type Feature = 'client-sdk' | 'binary-instrument' | 'turbo-instrument' | 'blitz-instrument';

export const FEATURES: readonly Feature[] = ['client-sdk', 'binary-instrument', 'turbo-instrument', 'blitz-instrument'];

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
  /** The feature that the platform has switched off for this login. */
  switchedOff: 'none' | Feature;
};

export const USUAL_QUIRKS: Readonly<IqQuirks> = {
  areWalletsMarginal: true,
  hasOddWallet: false,
  bonusAmount: 0,
  arePairsRenamed: true,
  positions: 'raw',
  switchedOff: 'none',
};

export const QUIRK_VALUES: QuirkValues<IqQuirks> = {
  areWalletsMarginal: [true, false],
  hasOddWallet: [false, true],
  bonusAmount: [0, 25],
  arePairsRenamed: [true, false],
  positions: ['raw', 'flat', 'bare'],
  switchedOff: ['none', 'client-sdk', 'binary-instrument', 'turbo-instrument', 'blitz-instrument'],
};
