import type { Box } from './box.ts';
import { placeLabels } from './place-labels.ts';

/** A label on the price axis at the height of its price, in pixels. */
export type PriceTag = { readonly text: string; readonly color: string; readonly y: number };

const TAG_HEIGHT_PX = 20;
/** Space in pixels above and below the last price that its label and countdown occupy. */
const LAST_MARK = { above: 10, below: 27 } as const;

/**
 * Returns the tags that fit at the exact height of their price, with their boxes. A tag that overlaps the label of the
 * last price or an earlier tag is left out.
 * @param lastY the height of the last price, in pixels
 */
export function priceTags<Tag extends PriceTag>(
  tags: readonly Tag[],
  axis: { readonly width: number; readonly height: number },
  lastY: number,
): (Tag & { readonly box: Box })[] {
  const { width, height } = axis;
  const boxOf = ({ y }: Tag): Box => ({ left: 0, top: y - TAG_HEIGHT_PX / 2, width, height: TAG_HEIGHT_PX });
  const placed = placeLabels(
    tags.map((tag, index) => ({ id: String(index), priority: -index, places: [boxOf(tag)] })),
    {
      plot: { left: 0, top: 0, width, height },
      forbidden: [{ left: 0, top: lastY - LAST_MARK.above, width, height: LAST_MARK.above + LAST_MARK.below }],
    },
  );
  return tags.flatMap((tag, index) => {
    const box = placed.get(String(index));
    return box ? [{ ...tag, box }] : [];
  });
}
