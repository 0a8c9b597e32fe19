/** A switch of the platform, as `features.get-features` lists it. */
export type Feature = { readonly name: string; readonly status: 'enabled' | 'disabled' };

/**
 * How the simulator behaves where the platform's behaviour differs between sources or brands. The defaults are what
 * recordings and the vendor's SDK show (docs/spec/brokers/iqoption.md §3); tests switch them.
 */
export type Quirks = {
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
  features: readonly Feature[];
};

export const usualQuirks = (): Quirks => ({
  areWalletsMarginal: true,
  hasOddWallet: false,
  bonusAmount: 0,
  arePairsRenamed: true,
  positions: 'raw',
  features: ['client-sdk', 'binary-instrument', 'turbo-instrument', 'blitz-instrument'].map((name) => ({
    name,
    status: 'enabled',
  })),
});
