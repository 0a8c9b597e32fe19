import type { OverlayTemplate } from 'klinecharts';
import type { Palette } from './palette.ts';
import { spread } from './spread.ts';

export const ENTRY_TAG = 'entry-tag';

export type EntryTagData = {
  /** One per point. */
  readonly tags: readonly { readonly text: string; readonly color: string }[];
  readonly palette: Palette;
};

const TAG_HEIGHT_PX = 20;
/** Price and countdown of the last candle: from above its line to below it. */
const LAST_MARK = { above: 10, below: 27 } as const;

/** The entry prices of running trades on the price axis, outlined; they keep clear of the last price and each other. */
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
