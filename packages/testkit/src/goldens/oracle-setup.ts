import type { OracleFilter, OracleSetup } from './oracle-types.ts';

const TIMEFRAMES: Readonly<Record<string, number>> = { '1m': 60, '5m': 300, '15m': 900 };

/** The keys of a setup (docs/spec/pcr.md §8) that matter for past candles. A missing key has the default of §7. */
export type WireSetup = {
  readonly timeframe?: string;
  readonly expiry?: number;
  readonly entryPoints?: readonly string[];
  readonly filters?: readonly OracleFilter[];
  readonly candleTypes?: { readonly types: readonly string[] };
  readonly patterns?: Partial<Omit<OracleSetup, keyof typeof ZONE>> & { readonly zone?: Partial<typeof ZONE> };
};

const ZONE = {
  minZoneAtr: 0.1,
  optimoRatio: 0.25,
  maxAgeCandles: 30,
  maxSignalsPerZone: 1,
  maxEntryAtr: 1 as number | null,
};

const PATTERNS = {
  minLength: 3,
  maxLength: 9,
  minStrong: 2,
  strongBodyRatio: 0.6,
  strongBodyAtr: 0.5,
  minRangeAtr: 1.5,
  minEfficiency: 0.5,
  breakRatio: 0.5,
  requiredCriteria: 5,
  dojiPolicy: 'break' as const,
  colors: ['green', 'red'] as const,
};

/** Converts a setup from the form of the API and fills in the defaults of docs/spec/pcr.md §7. */
export function oracleSetup(wire: WireSetup): OracleSetup {
  const { zone, ...patterns } = wire.patterns ?? {};
  return {
    timeframeS: TIMEFRAMES[wire.timeframe ?? '5m'] ?? Number.NaN,
    expiryMin: wire.expiry ?? 5,
    entryPoints: wire.entryPoints ?? ['zona_fina'],
    filters: wire.filters ?? [],
    candleTypes: wire.candleTypes?.types ?? [],
    ...PATTERNS,
    ...patterns,
    ...ZONE,
    ...zone,
  };
}
