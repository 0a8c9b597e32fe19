import type { Chart, OverlayTemplate } from 'klinecharts';
import { formatPrice } from '#shared/lib/format.ts';
import type { TradeMark } from '../marks/trade-marks.ts';
import type { Palette } from './palette.ts';
import { spread } from './spread.ts';

const ENTRY_TAG = 'entry-tag';

type EntryTagData = {
  /** Labels on the price axis, one per point of the overlay. */
  readonly tags: readonly { readonly text: string; readonly color: string }[];
  readonly palette: Palette;
};

const TAG_HEIGHT_PX = 20;
/** Space in pixels above and below the last price that its label and countdown occupy. */
const LAST_MARK = { above: 10, below: 27 } as const;

/**
 * Draws the entry prices of open trades on the price axis. The labels have an outline, and overlap neither the last
 * price nor each other.
 */
export const entryTagTemplate: OverlayTemplate<EntryTagData> = {
  name: ENTRY_TAG,
  totalStep: 2,
  createPointFigures: () => [],
  createYAxisFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const { tags, palette } = overlay.extendData;
    const lastClose = chart.getDataList().at(-1)?.close;
    if (!yAxis || lastClose === undefined) return [];
    const lastY = yAxis.convertToPixel(lastClose);
    const keepClear = { top: lastY - LAST_MARK.above, bottom: lastY + LAST_MARK.below };
    const places = spread(
      coordinates.map(({ y }) => y),
      TAG_HEIGHT_PX,
      keepClear,
    );
    return tags.map(({ text, color }, index) => ({
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: bounding.width,
        y: places[index] ?? 0,
        text,
        width: bounding.width,
        height: TAG_HEIGHT_PX,
        align: 'right',
        baseline: 'middle',
      },
      styles: tagStyles(color, palette),
    }));
  },
};

/** Replaces the labels on the price axis by the entry prices of the open trades. */
export function showEntryTags(chart: Chart, trades: readonly TradeMark[], palette: Palette, decimals: number): void {
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
