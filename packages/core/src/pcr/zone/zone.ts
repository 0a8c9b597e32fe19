import type { CandleType, Direction, EntryPoint, ZoneKind, ZoneState } from '#vocabulary/index.ts';
import type { Sequence } from '../run/sequence.ts';

/** Entry levels that have a price of their own: all entry points but `ruptura`. */
export type ZoneLevel = Exclude<EntryPoint, 'ruptura'>;

/** A band of prices. */
export type Band = { readonly low: number; readonly high: number };

/**
 * The price zone that a valid sequence creates (docs/spec/pcr.md §5). It never changes; its state is published in
 * events. Times are epoch seconds.
 */
export type Zone = {
  readonly kind: ZoneKind;
  readonly direction: Direction;
  /** Close time of the breaking candle. It identifies the zone, because a candle creates at most one. */
  readonly createdAt: number;
  /** The distal edge of the zone: a close beyond it invalidates the zone. */
  readonly extreme: number;
  /** Price of each entry level; for the bands `zona_ancha` and `zona_fina`, the proximal edge. */
  readonly levels: Readonly<Record<ZoneLevel, number>>;
  readonly breakingType: CandleType;
  readonly sequence: Sequence;
};

/** Causes of the end of a zone. */
export type ZoneEnd = Exclude<ZoneState, 'live'>;

/** Returns a zone's band, from its proximal edge to the extreme. */
export function zoneBand({ extreme, levels }: Zone, name: 'zona_ancha' | 'zona_fina'): Band {
  const proximal = levels[name];
  return { low: Math.min(proximal, extreme), high: Math.max(proximal, extreme) };
}
