import { zoneBand } from '@vigia/core/pcr';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { type ChartMarks, NO_MARKS } from '#shared/chart/marks/chart-marks.ts';
import type { ResultMark, SignalMark } from '#shared/chart/marks/trade-marks.ts';
import type { ZoneMark } from '#shared/chart/marks/zone-marks.ts';
import { chartMessages } from '#shared/chart/messages.es.ts';
import type { Preview, PreviewSignal, PreviewZone } from './preview.ts';

/** Number of ended price zones that the chart shows. */
const ENDED_SHOWN = 6;
const RESULTS_SHOWN = 6;

/**
 * Converts the results of a preview to chart marks.
 * @param hasResults whether the last signals also get marks where they end. On a small chart these marks cover each
 * other, and each signal shows its outcome anyway
 */
export function previewMarks({ zones, signals }: Preview, hasResults: boolean): ChartMarks {
  const live = zones.filter(({ endedAt }) => endedAt === null);
  const ended = zones.filter(({ endedAt }) => endedAt !== null).slice(-ENDED_SHOWN);
  return {
    ...NO_MARKS,
    zones: [...ended, ...live].map(zoneMark),
    signals: signals.map(signalMark),
    results: hasResults ? signals.slice(-RESULTS_SHOWN).flatMap(resultMark) : [],
  };
}

function zoneMark({ zone, endedAt }: PreviewZone): ZoneMark {
  const { sequence, direction, createdAt, levels } = zone;
  return {
    id: `${createdAt} ${direction}`,
    direction,
    run: { fromMs: sequence.startTime * 1_000, toMs: sequence.endTime * 1_000, ...sequence.priceRange },
    endedMs: endedAt === null ? null : endedAt * 1_000,
    wide: zoneBand(zone, 'zona_ancha'),
    fine: zoneBand(zone, 'zona_fina'),
    optimal: levels.punto_optimo,
    label: zone.kind === 'demand' ? chartMessages.demand(sequence.length) : chartMessages.supply(sequence.length),
  };
}

const signalMark = ({ signal, settlement }: PreviewSignal): SignalMark => ({
  id: String(signal.entryTime),
  direction: signal.direction,
  atMs: signal.entryTime,
  price: signal.entryPrice,
  outcome: settlement?.outcome ?? 'pending',
});

function resultMark({ signal, settlement }: PreviewSignal): ResultMark[] {
  if (!settlement || settlement.settlePrice === null || settlement.outcome === 'void') return [];
  const outcome = settlement.outcome === 'tie' ? 'even' : settlement.outcome;
  return [
    {
      id: String(signal.entryTime),
      direction: signal.direction,
      entry: { atMs: signal.entryTime, price: signal.entryPrice },
      atMs: signal.expirationTime,
      price: settlement.settlePrice,
      outcome,
      // A preview stakes no money, so the chart shows only the outcome without an amount.
      stake: null,
      profit: 0,
      currency: PAPER_CURRENCY,
    },
  ];
}
