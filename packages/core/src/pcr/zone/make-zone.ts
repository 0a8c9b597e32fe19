import type { OpenRun } from '../run/open-run.ts';
import type { SequenceFold } from '../run/sequence-fold.ts';
import type { Patterns, ZoneParameters } from '../setup/setup.ts';
import type { Zone, ZoneLevel } from './zone.ts';

/**
 * Returns the zone that the last candle of `fold` created, or null. A zone needs a valid sequence of a colour in
 * `colors`. It also needs a defined ATR at the last non-neutral candle of its run (docs/spec/pcr.md §5).
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

type ZoneGeometry = { readonly extreme: number; readonly levels: Readonly<Record<ZoneLevel, number>> };

const middle = (a: number, b: number): number => (a + b) / 2;

function geometry(extreme: number, fina: number, ancha: number, optimo: number): ZoneGeometry {
  const levels = {
    zona_ancha: ancha,
    punto_optimo_fifty: middle(ancha, optimo),
    zona_ancha_fifty: middle(ancha, extreme),
    zona_fina: fina,
    punto_optimo: optimo,
    zona_fina_fifty: middle(fina, extreme),
  };
  return { extreme, levels };
}

/**
 * Computes the prices of the zone that a broken run creates, with the same expressions as docs/spec/pcr.md §5.
 * @param open open of the breaking candle
 * @param high high of the breaking candle, used by a green run
 * @param low its low, used by a red run
 */
function zoneGeometry(
  run: OpenRun,
  open: number,
  high: number,
  low: number,
  { minZoneAtr, optimoRatio }: ZoneParameters,
): ZoneGeometry {
  const pad = minZoneAtr * run.atrAtEnd;
  if (run.side === 1) {
    const extreme = Math.max(run.high, high);
    const fina = Math.min(Math.max(run.endClose, open), extreme - pad);
    const ancha = Math.min(run.endOpen, fina);
    return geometry(extreme, fina, ancha, fina + optimoRatio * (extreme - fina));
  }
  const extreme = Math.min(run.low, low);
  const fina = Math.max(Math.min(run.endClose, open), extreme + pad);
  const ancha = Math.max(run.endOpen, fina);
  return geometry(extreme, fina, ancha, fina - optimoRatio * (fina - extreme));
}
