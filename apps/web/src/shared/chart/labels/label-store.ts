import { ObservableValue } from '../view/observable-value.ts';
import type { Box } from './box.ts';
import type { LabelLayout } from './lay-out-labels.ts';

/** A label that has details: the result of a trade, or a group of open trades. */
export type DetailedLabel = { readonly kind: 'result' | 'trades'; readonly id: string; readonly box: Box };

const NONE: readonly DetailedLabel[] = [];

/**
 * Stores the labels with details for elements outside the canvas. The list changes in the same frame as the canvas, and
 * only if a label has moved.
 */
export class LabelStore extends ObservableValue<readonly DetailedLabel[]> {
  #key = '';

  constructor() {
    super(NONE);
  }

  /** Replaces the list by the labels of a layout. Without candles there is no layout. */
  update(layout: LabelLayout | null): void {
    const labels = layout === null ? NONE : detailed(layout);
    const key = labels
      .map(({ kind, id, box }) => [kind, id, box.left, box.top, box.width, box.height].join())
      .join(';');
    if (key === this.#key) return;
    this.#key = key;
    this.set(labels);
  }
}

const detailed = ({ results, chips }: LabelLayout): DetailedLabel[] => [
  ...results.map(({ result, box }) => ({ kind: 'result' as const, id: result.id, box })),
  ...chips.map(({ group, box }) => ({ kind: 'trades' as const, id: group.id, box })),
];
