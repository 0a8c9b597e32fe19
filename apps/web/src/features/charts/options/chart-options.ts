import { useState } from 'react';
import { CHART_KINDS, type ChartKind } from '#shared/chart/chart-kinds.ts';
import type { ChartMarks } from '#shared/chart/marks/chart-marks.ts';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';
import { type IndicatorSettings, readIndicators } from './indicator-settings.ts';

/** Layers that the user can show or hide over the candles. */
export const LAYERS = ['zones', 'signals', 'trades', 'results', 'drawings'] as const;
export type Layer = (typeof LAYERS)[number];

export type ChartOptions = {
  readonly kind: ChartKind;
  readonly indicators: IndicatorSettings;
  readonly hidden: readonly Layer[];
};

/** Parses stored options. Missing or invalid values get their defaults. */
export function readOptions(text: string | null): ChartOptions {
  const { kind, indicators, hidden } = parsed(text);
  return {
    kind: CHART_KINDS.find((each) => each === kind) ?? 'candles',
    indicators: readIndicators(indicators),
    hidden: LAYERS.filter((layer) => Array.isArray(hidden) && hidden.includes(layer)),
  };
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** Returns the chart options of a user and a setter. This browser stores them per user. */
export function useChartOptions(userId: string) {
  const key = `chart_options:${userId}`;
  const [options, setOptions] = useState(() => readOptions(readLocal(key)));
  const change = (changed: Partial<ChartOptions>) => {
    const next = { ...options, ...changed };
    setOptions(next);
    writeLocal(key, JSON.stringify(next));
  };
  return [options, change] as const;
}

/** Returns the marks without those of hidden layers. */
export const visibleMarks = (marks: ChartMarks, hidden: readonly Layer[]): ChartMarks => ({
  zones: hidden.includes('zones') ? [] : marks.zones,
  signals: hidden.includes('signals') ? [] : marks.signals,
  trades: hidden.includes('trades') ? [] : marks.trades,
  results: hidden.includes('results') ? [] : marks.results,
});
