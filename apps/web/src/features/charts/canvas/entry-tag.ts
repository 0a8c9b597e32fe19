import type { OverlayTemplate } from 'klinecharts';
import type { Palette } from './palette.ts';

export const ENTRY_TAG = 'entry-tag';

export type EntryTagData = { readonly text: string; readonly color: string; readonly palette: Palette };

/** The entry price of a trade on the price axis, outlined. */
export const entryTagTemplate: OverlayTemplate<EntryTagData> = {
  name: ENTRY_TAG,
  totalStep: 2,
  createPointFigures: () => [],
  createYAxisFigures: ({ overlay, coordinates, bounding }) => {
    const point = coordinates[0];
    if (!point) return [];
    const { text, color, palette } = overlay.extendData;
    return {
      type: 'text',
      ignoreEvent: true,
      attrs: { x: bounding.width, y: point.y, text, width: bounding.width, align: 'right', baseline: 'middle' },
      styles: {
        style: 'stroke_fill',
        color,
        borderColor: color,
        borderSize: 1,
        borderRadius: 4,
        backgroundColor: palette.surface,
        family: palette.font,
        size: 12,
        weight: 600,
        paddingLeft: 6,
        paddingRight: 6,
        paddingTop: 3,
        paddingBottom: 3,
      },
    };
  },
};
