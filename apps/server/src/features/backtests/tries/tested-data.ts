import { at, type CandleColumns } from '@vigia/core/candles';
import type { ResolvedData } from '../jobs/resolved-data.ts';
import type { TestedData } from './families.repository.ts';
import { fingerprintsOf } from './fingerprints.ts';

/** Number of hexadecimal digits of a digest that fit in an exact integer. */
const DIGEST_DIGITS = 12;

/**
 * Returns the symbol of data, as far as it identifies prices. The simulated market has prices of its own; prices of one
 * symbol from other sources count as the same.
 */
function symbolOf({ asset, source, candles }: ResolvedData): string | null {
  if (candles.kind === 'file') return null;
  const name = asset.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return source === 'simulated' ? `simulated:${name}` : name;
}

/** Returns the fingerprint of a whole file, for files too short for other fingerprints. */
const digestFingerprints = ({ candles }: ResolvedData): number[] =>
  candles.kind === 'file' ? [Number.parseInt(candles.file.digest.slice(0, DIGEST_DIGITS), 16)] : [];

/** Describes tested data so that their family can be found. */
export const testedDataOf = (data: ResolvedData, base: CandleColumns): TestedData => ({
  symbol: symbolOf(data),
  fingerprints: [...fingerprintsOf(base, data.stepSeconds), ...digestFingerprints(data)],
  fromMs: (base.length === 0 ? data.span.fromTime : at(base.time, 0)) * 1_000,
});
