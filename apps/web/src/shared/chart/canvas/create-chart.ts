import type { ChartTimeframe } from '@vigia/core/vocabulary';
import { type Chart, init, type Period, registerIndicator, registerLocale, registerOverlay } from 'klinecharts';
import { displayZone } from '#shared/lib/display-zone.ts';
import { formatLongCountdown } from '#shared/lib/format.ts';
import type { ChartKind } from '../chart-kinds.ts';
import { fullTimeText, localPrice } from './axis-text.ts';
import { chartStyles } from './chart-styles.ts';
import { entryTagTemplate } from './entry-tag.ts';
import { canvasMessages } from './messages.es.ts';
import type { Palette } from './palette.ts';
import { registerPlainFigures } from './plain-figures.ts';

const LOCALE = 'es';
/** The name under which one indicator of the library draws all marks. */
export const MARKS = 'marks';

export const PERIODS: Readonly<Record<ChartTimeframe, Period>> = {
  '5s': { type: 'second', span: 5 },
  '15s': { type: 'second', span: 15 },
  '30s': { type: 'second', span: 30 },
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
};

registerPlainFigures();
registerLocale(LOCALE, canvasMessages.locale);
registerOverlay(entryTagTemplate);
registerIndicator({ name: MARKS, calc: () => [] });

type ChartOptions = {
  readonly palette: Palette;
  readonly periodMs: () => number;
  readonly serverNow: () => number;
  readonly isLive: boolean;
  readonly kind: ChartKind;
};

/**
 * Creates a chart of the library with the texts and number formats of the app.
 * @throws Error if the browser provides no canvas context
 */
export function createChart(box: HTMLElement, { palette, periodMs, serverNow, isLive, kind }: ChartOptions): Chart {
  const chart = init(box, {
    locale: LOCALE,
    timezone: displayZone(),
    styles: chartStyles(palette, isLive, kind),
    hotkey: { enabled: false },
    thousandsSeparator: { sign: '', format: (value) => localPrice(String(value)) },
    decimalFold: { format: String },
    formatter: {
      // The ticks of the time axis are replaced (`axisTicksOf`), so their default texts are not needed.
      formatDate: ({ timestamp, type }) => (type === 'xAxis' ? '' : fullTimeText(timestamp, periodMs())),
      formatExtendText: ({ data }) => formatLongCountdown(data.timestamp + periodMs() - serverNow()),
    },
  });
  if (!chart) throw new Error('the chart library found no canvas');
  return chart;
}
