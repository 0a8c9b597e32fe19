/** How the chart draws the prices. Every kind but Heikin Ashi shows market prices. */
export const CHART_KINDS = ['candles', 'line', 'area', 'heikin_ashi'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];
