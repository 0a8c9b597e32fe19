import type { CandleType, Direction, EntryPoint, ZoneKind, ZoneState } from '#vocabulary/index.ts';
import type { Sequence } from '../run/sequence.ts';

/** An entry point with a price of its own. */
export type ZoneLevel = Exclude<EntryPoint, 'ruptura'>;

/** A band of prices. */
export type Band = { readonly low: number; readonly high: number };

/** What a valid sequence leaves (pcr.md §5). It never changes; its state is told by events. Times are epoch seconds. */
export type Zone = {
  readonly kind: ZoneKind;
  readonly direction: Direction;
  /** Close time of the breaking candle. A candle makes at most one zone, so that this tells zones apart. */
  readonly createdAt: number;
  /** The distal edge: a close beyond it invalidates the zone. */
  readonly extreme: number;
  /** Price of each entry level; of the bands `zona_ancha` and `zona_fina`, the proximal edge. */
  readonly levels: Readonly<Record<ZoneLevel, number>>;
  readonly breakingType: CandleType;
  readonly sequence: Sequence;
};

/** How a zone's life ended. */
export type ZoneEnd = Exclude<ZoneState, 'live'>;

/** A zone's band, from its proximal edge to the extreme. */
export function zoneBand({ extreme, levels }: Zone, name: 'zona_ancha' | 'zona_fina'): Band {
  const proximal = levels[name];
  return { low: Math.min(proximal, extreme), high: Math.max(proximal, extreme) };
}
