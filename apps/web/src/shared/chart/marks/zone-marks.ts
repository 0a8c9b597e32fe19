import type { PcrSequenceView } from '@vigia/contract';
import type { ChartTimeframe, Direction } from '@vigia/core/vocabulary';
import { chartMessages } from '../messages.es.ts';

export type PriceBand = { readonly low: number; readonly high: number };

/**
 * A PCR zone as the chart draws it. Times are in epoch milliseconds. Times and prices are the same on every timeframe
 * of the chart.
 */
export type ZoneMark = {
  readonly id: string;
  readonly direction: Direction;
  /** The run of candles that created the zone, from the first open to the last close, with its price range. */
  readonly run: { readonly fromMs: number; readonly toMs: number } & PriceBand;
  /** End of the zone. Null while the zone is active; the chart then draws it to the right edge. */
  readonly endedMs: number | null;
  readonly wide: PriceBand;
  readonly fine: PriceBand;
  readonly optimal: number;
  readonly label: string;
};

/** Number of ended zones that the chart shows: the newest ones only. */
const ENDED_KEPT = 2;

/**
 * Returns every active zone of a symbol and the newest ended zones, oldest first. Zones of the chart's timeframe have
 * no label.
 */
export function zoneMarks(
  sequences: readonly PcrSequenceView[],
  symbol: string,
  timeframe: ChartTimeframe,
): ZoneMark[] {
  const found = sequences.filter((sequence) => sequence.asset === symbol).flatMap((each) => toMark(each, timeframe));
  const ended = found.filter(({ endedMs }) => endedMs !== null).sort((a, b) => Number(b.endedMs) - Number(a.endedMs));
  const kept = [...found.filter(({ endedMs }) => endedMs === null), ...ended.slice(0, ENDED_KEPT)];
  return kept.sort((a, b) => a.run.fromMs - b.run.fromMs);
}

function toMark(sequence: PcrSequenceView, shown: ChartTimeframe): ZoneMark[] {
  const { zone, timeframe } = sequence;
  if (!zone) return [];
  const name = zone.kind === 'demand' ? chartMessages.demand(sequence.length) : chartMessages.supply(sequence.length);
  return [
    {
      id: sequence.id,
      direction: zone.direction,
      run: { fromMs: Date.parse(sequence.start_time), toMs: Date.parse(sequence.end_time), ...sequence.price_range },
      endedMs: zone.ended_at === null ? null : Date.parse(zone.ended_at),
      wide: zone.zona_ancha,
      fine: zone.zona_fina,
      optimal: zone.punto_optimo,
      label: timeframe === shown ? name : chartMessages.ofTimeframe(name, timeframe),
    },
  ];
}
