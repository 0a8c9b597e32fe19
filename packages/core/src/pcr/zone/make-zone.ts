import type { SequenceFold } from '../run/sequence-fold.ts';
import type { Patterns } from '../setup/setup.ts';
import type { Zone } from './zone.ts';
import { zoneGeometry } from './zone-geometry.ts';

/**
 * Returns the zone that the last candle of `fold` made, or null. A zone needs a valid sequence of a colour in
 * `colors` and a defined ATR at its last coloured candle (docs/spec/pcr.md §5).
 */
export function makeZone(fold: SequenceFold, { colors, zone: parameters }: Patterns): Zone | null {
  if (!fold.sequenceIsValid) return null;
  const run = fold.broken;
  if (Number.isNaN(run.atrAtEnd) || !colors.includes(run.side === 1 ? 'green' : 'red')) return null;
  const { extreme, levels } = zoneGeometry(run, fold.open, fold.high, fold.low, parameters);
  return {
    kind: run.side === 1 ? 'supply' : 'demand',
    direction: run.side === 1 ? 'PUT' : 'CALL',
    createdAt: fold.closeTime,
    extreme,
    levels,
    breakingType: fold.candleType,
    sequence: fold.sequence(),
  };
}
