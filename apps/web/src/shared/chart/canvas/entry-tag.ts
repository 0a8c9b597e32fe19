import type { Chart, OverlayTemplate } from 'klinecharts';
import { formatPrice } from '#shared/lib/format.ts';
import { type PriceTag, priceTags } from '../labels/price-tags.ts';
import type { TradeMark } from '../marks/trade-marks.ts';
import type { Palette } from './palette.ts';

const ENTRY_TAG = 'entry-tag';

type EntryTagData = {
  /** Labels on the price axis, one per point of the overlay. */
  readonly tags: readonly { readonly text: string; readonly color: string }[];
  readonly palette: Palette;
};

/**
 * Draws the entry prices of open trades on the price axis. The labels have an outline. A label that would overlap the
 * last price or another label is omitted, because at another height it would show a wrong price.
 */
export const entryTagTemplate: OverlayTemplate<EntryTagData> = {
  name: ENTRY_TAG,
  totalStep: 2,
  createPointFigures: () => [],
  createYAxisFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const { tags, palette } = overlay.extendData;
    const lastClose = chart.getDataList().at(-1)?.close;
    if (!yAxis || lastClose === undefined) return [];
    const wanted = tags.map((tag, index): PriceTag => ({ ...tag, y: coordinates[index]?.y ?? Number.NaN }));
    return priceTags(wanted, bounding, yAxis.convertToPixel(lastClose)).map(({ text, color, box }) => ({
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: box.width,
        y: box.top + box.height / 2,
        text,
        width: box.width,
        height: box.height,
        align: 'right',
        baseline: 'middle',
      },
      styles: tagStyles(color, palette),
    }));
  },
};

/** Replaces the labels on the price axis by the entry prices of the open trades. */
export function showEntryPrices(chart: Chart, trades: readonly TradeMark[], palette: Palette, decimals: number): void {
  chart.removeOverlay({ name: ENTRY_TAG });
  if (trades.length === 0) return;
  chart.createOverlay({
    name: ENTRY_TAG,
    lock: true,
    points: trades.map(({ entryMs, entryPrice }) => ({ timestamp: entryMs, value: entryPrice })),
    extendData: {
      tags: trades.map(({ entryPrice, direction }) => ({
        text: formatPrice(entryPrice, decimals),
        color: palette.side[direction].text,
      })),
      palette,
    },
  });
}

const tagStyles = (color: string, palette: Palette) => ({
  style: 'stroke_fill',
  color,
  borderColor: color,
  borderSize: 1,
  borderRadius: 4,
  backgroundColor: palette.surface,
  family: palette.font,
  size: 12,
  weight: 600,
  paddingLeft: 8,
  paddingRight: 8,
  paddingTop: 4,
  paddingBottom: 4,
});
