import type { MinorUnits } from '#kernel/index.ts';
import { invariant, minorUnits } from '#kernel/index.ts';
import type { AssetType } from '#vocabulary/index.ts';
import type { HourProfileKey } from './hour-profiles.ts';

/** The two assets from whose prices that of a cross rate follows. */
export type CrossLegs = {
  readonly first: string;
  readonly second: string;
  /** Whether the price of the cross rate is the product of the legs or the first divided by the second. */
  readonly by: 'product' | 'quotient';
};

/** The fixed properties of one asset of the simulated market. */
export type AssetSpec = {
  readonly symbol: string;
  /** Name of the asset on the screen, in Spanish. */
  readonly name: string;
  readonly type: AssetType;
  /** Price at 2026-01-01T00:00Z. The simulated path extends from this price into the past and the future. */
  readonly basePrice: number;
  /** Tick size 10^−decimals: every price is a whole multiple of it. */
  readonly tickSize: number;
  readonly decimals: number;
  /** Standard deviation of the log price over a year: 0.08 is 8 %. */
  readonly annualVolatilityRatio: number;
  readonly minTradeAmountMinor: MinorUnits;
  readonly maxTradeAmountMinor: MinorUnits;
  readonly hourProfile: HourProfileKey;
  /** Null for an asset with its own path. */
  readonly legs: CrossLegs | null;
};

const MIN_TRADE_MINOR = minorUnits(100);

const MAX_TRADE_MINOR: Readonly<Record<AssetType, MinorUnits>> = {
  forex: minorUnits(500_000),
  crypto: minorUnits(100_000),
  commodities: minorUnits(200_000),
  indices: minorUnits(200_000),
  stocks: minorUnits(50_000),
};

type Shape = { type: AssetType; hourProfile: HourProfileKey };

const spec = (shape: Shape, symbol: string, name: string, basePrice: number, decimals: number, volatility: number) =>
  ({
    ...shape,
    symbol,
    name,
    basePrice,
    decimals,
    tickSize: Number(`1e-${decimals}`),
    annualVolatilityRatio: volatility,
    minTradeAmountMinor: MIN_TRADE_MINOR,
    maxTradeAmountMinor: MAX_TRADE_MINOR[shape.type],
    legs: null,
  }) satisfies AssetSpec;

/** Returns a cross rate; its volatility is that of two independent legs. */
const cross = (own: AssetSpec, legs: CrossLegs): AssetSpec => ({ ...own, legs });

const WEST: Shape = { type: 'forex', hourProfile: 'forex_west' };
const ASIA: Shape = { type: 'forex', hourProfile: 'forex_asia' };
const CRYPTO: Shape = { type: 'crypto', hourProfile: 'crypto' };
const COMMODITY: Shape = { type: 'commodities', hourProfile: 'metals_energy' };
const US_INDEX: Shape = { type: 'indices', hourProfile: 'us_session' };
const STOCK: Shape = { type: 'stocks', hourProfile: 'us_session' };

/** The assets of the simulated market in the order of the product's lists; the default symbol comes first. */
export const SIMULATED_ASSETS: readonly AssetSpec[] = [
  spec(WEST, 'EURUSD', 'Euro / Dólar estadounidense', 1.1745, 5, 0.08),
  spec(WEST, 'GBPUSD', 'Libra esterlina / Dólar estadounidense', 1.347, 5, 0.085),
  spec(ASIA, 'USDJPY', 'Dólar estadounidense / Yen japonés', 156.7, 3, 0.095),
  spec(ASIA, 'AUDUSD', 'Dólar australiano / Dólar estadounidense', 0.6675, 5, 0.1),
  spec(WEST, 'USDCAD', 'Dólar estadounidense / Dólar canadiense', 1.3715, 5, 0.065),
  spec(WEST, 'USDCHF', 'Dólar estadounidense / Franco suizo', 0.7925, 5, 0.085),
  spec(ASIA, 'NZDUSD', 'Dólar neozelandés / Dólar estadounidense', 0.5755, 5, 0.1),
  cross(spec(WEST, 'EURGBP', 'Euro / Libra esterlina', 0.87194, 5, 0.117), {
    first: 'EURUSD',
    second: 'GBPUSD',
    by: 'quotient',
  }),
  cross(spec(ASIA, 'EURJPY', 'Euro / Yen japonés', 184.044, 3, 0.124), {
    first: 'EURUSD',
    second: 'USDJPY',
    by: 'product',
  }),
  cross(spec(ASIA, 'GBPJPY', 'Libra esterlina / Yen japonés', 211.075, 3, 0.127), {
    first: 'GBPUSD',
    second: 'USDJPY',
    by: 'product',
  }),
  spec(CRYPTO, 'BTCUSD', 'Bitcoin / Dólar estadounidense', 87_500, 2, 0.5),
  spec(CRYPTO, 'ETHUSD', 'Ethereum / Dólar estadounidense', 2_970, 2, 0.65),
  spec(CRYPTO, 'SOLUSD', 'Solana / Dólar estadounidense', 124.5, 3, 0.75),
  spec(COMMODITY, 'XAUUSD', 'Oro / Dólar estadounidense', 4_320, 2, 0.17),
  spec(COMMODITY, 'XAGUSD', 'Plata / Dólar estadounidense', 71.5, 3, 0.32),
  spec(COMMODITY, 'USOIL', 'Petróleo crudo WTI', 57.4, 3, 0.34),
  spec(US_INDEX, 'US500', 'Índice Estados Unidos 500', 6_845, 2, 0.16),
  spec(US_INDEX, 'NAS100', 'Índice Nasdaq 100', 25_250, 1, 0.21),
  spec({ type: 'indices', hourProfile: 'eu_session' }, 'GER40', 'Índice Alemania 40', 24_490, 1, 0.18),
  spec({ type: 'indices', hourProfile: 'forex_asia' }, 'JP225', 'Índice Japón 225', 50_340, 1, 0.22),
  spec(STOCK, 'AAPL', 'Apple', 272, 2, 0.28),
  spec(STOCK, 'TSLA', 'Tesla', 450, 2, 0.55),
  spec(STOCK, 'AMZN', 'Amazon', 231, 2, 0.31),
  spec(STOCK, 'MSFT', 'Microsoft', 484, 2, 0.25),
  spec(STOCK, 'NVDA', 'NVIDIA', 186.5, 2, 0.45),
];

const BY_SYMBOL: ReadonlyMap<string, AssetSpec> = new Map(SIMULATED_ASSETS.map((asset) => [asset.symbol, asset]));

/** Returns the asset with this symbol, or undefined if the simulated market has none. */
export const simulatedAsset = (symbol: string): AssetSpec | undefined => BY_SYMBOL.get(symbol);

/** The two legs of a cross rate. The sign is 1 for their product and −1 for their quotient. */
type Cross = { readonly first: AssetSpec; readonly second: AssetSpec; readonly sign: 1 | -1 };

/** Returns the legs of an asset; null for an asset with its own path. */
export function crossOf({ legs }: AssetSpec): Cross | null {
  if (legs === null) return null;
  const [first, second] = [simulatedAsset(legs.first), simulatedAsset(legs.second)];
  invariant(first !== undefined && second !== undefined, `${legs.first} and ${legs.second} are listed`);
  return { first, second, sign: legs.by === 'product' ? 1 : -1 };
}
