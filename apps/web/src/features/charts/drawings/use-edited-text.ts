import type { DrawingShape } from '@vigia/contract';
import { useCallback, useState } from 'react';
import type { Drawing } from '#shared/chart/drawings/shapes.ts';

type TextShape = Extract<DrawingShape, { readonly kind: 'text' }>;

/** A text whose content the user writes. `id` is null for a new text, which is not on the chart yet. */
type Written = { readonly id: string | null; readonly shape: TextShape };

/** Returns the text that the user writes now, and the actions on it. */
export function useEditedText(drawings: readonly Drawing[], put: (id: string | null, shape: DrawingShape) => void) {
  const [written, setWritten] = useState<Written | null>(null);
  const start = useCallback((shape: TextShape) => setWritten({ id: null, shape }), []);
  const edit = (id: string) => {
    const shape = drawings.find((each) => each.id === id)?.shape;
    if (shape?.kind === 'text') setWritten({ id, shape });
  };
  const save = (text: string) => {
    if (written) put(written.id, { ...written.shape, text });
    setWritten(null);
  };
  return { written, start, edit, save, cancel: () => setWritten(null) };
}
