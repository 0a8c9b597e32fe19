import { type ExpiryField, expiryField, expiryLengthIn } from '#lengths/index.ts';
import type {
  CandleType,
  DojiPolicy,
  EntryPoint,
  FILTER_RANGES,
  MoneyManagement,
  NumbersOf,
  PATTERN_RANGES,
  RunColor,
  Timeframe,
  TrendSide,
  Trigger,
  ZONE_RANGES,
} from '#vocabulary/index.ts';

/**
 * Parameters of a price zone: its size, its lifetime, and the largest distance of an entry from its level
 * (docs/spec/pcr.md §5, §6).
 */
export type ZoneParameters = NumbersOf<Omit<typeof ZONE_RANGES, 'maxEntryAtr'>> & {
  /** Largest distance of the close from the touched level, in ATRs; with null the distance is not limited. */
  readonly maxEntryAtr: number | null;
};

/** The rules of a sequence (docs/spec/pcr.md §3, §4) and the parameters of the zone that the sequence creates. */
export type Patterns = NumbersOf<typeof PATTERN_RANGES> & {
  readonly dojiPolicy: DojiPolicy;
  readonly colors: readonly RunColor[];
  readonly zone: ZoneParameters;
};

export type TrendFilter = { readonly filter: 'trend'; readonly side: TrendSide } & NumbersOf<
  typeof FILTER_RANGES.trend
>;
export type RsiFilter = { readonly filter: 'rsi' } & NumbersOf<typeof FILTER_RANGES.rsi>;
/** Filter by UTC time of day. `from` and `to` are "HH:MM"; the range wraps midnight if `from` is after `to`. */
export type HoursFilter = { readonly filter: 'hours'; readonly from: string; readonly to: string };
/** Filter by ATR in percent of the close; a bound of null means no bound. */
export type VolatilityFilter = {
  readonly filter: 'volatility';
  readonly minAtrPct: number | null;
  readonly maxAtrPct: number | null;
};
/** Filter by payout. `min` is a fraction: 0.8 is 80 %. */
export type PayoutFilter = { readonly filter: 'payout'; readonly min: number };
export type SetupFilter = TrendFilter | RsiFilter | HoursFilter | VolatilityFilter | PayoutFilter;

/** The part of a setup that the detector needs, with the duration of its trades. */
export type PcrRules = ExpiryField & {
  readonly timeframe: Timeframe;
  readonly patterns: Patterns;
  readonly filters: readonly SetupFilter[];
  readonly candleTypes: { readonly types: readonly (CandleType | 'any')[] };
  readonly entryPoints: readonly EntryPoint[];
  readonly trigger: Trigger;
};

/** Returns only the rules of a setup. */
export function pcrRulesOf(setup: PcrRules): PcrRules {
  const { timeframe, patterns, filters, candleTypes, entryPoints, trigger } = setup;
  return { timeframe, patterns, filters, candleTypes, entryPoints, trigger, ...expiryField(expiryLengthIn(setup)) };
}

export type RiskControl = {
  readonly maxDailyOperations: number | 'all';
  readonly dailyLossLimit: number | null;
  readonly weeklyLossLimit: number | null;
  /** Profit per day after which the setup places no more trades. */
  readonly dailyProfitTarget: number | null;
  readonly autoReset: boolean;
  /** Time at which the limits reset: "daily", "weekly", or a time of day "HH:MM" in the user's time zone. */
  readonly resetTime: string;
};

/** A setup without its name and its asset. */
export type PcrSettings = PcrRules & {
  readonly is_active: boolean;
  readonly auto_trade: boolean;
  readonly riskControl: RiskControl;
  readonly moneyManagement: MoneyManagement;
};

/** A whole setup (docs/spec/pcr.md §8), with every default filled in. A replay needs neither its name nor its asset. */
export type PcrSetup = PcrSettings & { readonly name: string | null; readonly asset: string | null };
