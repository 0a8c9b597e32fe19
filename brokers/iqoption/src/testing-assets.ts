import { type AssetWithOffers, catalogOf } from './assets.ts';

/** The trading day of the test assets, in epoch seconds. */
export const DAY = { fromS: 1_795_200_000, toS: 1_795_230_000 } as const;

type Changes = {
  readonly id?: number;
  readonly ticker?: string;
  readonly commission?: number;
  readonly sizesS?: readonly number[];
  readonly count?: number;
  readonly deadtime?: number;
  readonly is_suspended?: boolean;
  readonly enabled?: boolean;
  readonly schedule?: readonly (readonly [number, number])[];
  readonly group_id?: number;
};

/** Returns one asset in the form of `initialization-data`. */
export const wireActive = (changes: Changes = {}) => {
  const { id = 1, ticker = 'EURUSD', commission = 15, sizesS = [60], count = 3, deadtime = 30 } = changes;
  const { is_suspended = false, enabled = true, schedule = [[DAY.fromS, DAY.toS]], group_id = 1 } = changes;
  return {
    id,
    ticker,
    name: `front.${ticker}`,
    group_id,
    precision: 6,
    enabled,
    is_suspended,
    deadtime,
    schedule,
    minimal_bet: 1,
    maximal_bet: 20_000,
    option: { count, expiration_times: sizesS, profit: { commission } },
  };
};

/** Builds an asset with these offers. */
export function assetWithOffers(offers: {
  readonly turbo?: Changes;
  readonly binary?: Changes;
  readonly blitz?: Changes;
}): AssetWithOffers {
  const products = Object.entries(offers).map(([kind, changes]) => [kind, { actives: { 1: wireActive(changes) } }]);
  const data = { currency: 'USD', groups: { 1: 'front.Forex' }, ...Object.fromEntries(products) };
  const active = catalogOf(data).byId.get(1);
  if (!active) throw new Error('the active could not be read');
  return active;
}
