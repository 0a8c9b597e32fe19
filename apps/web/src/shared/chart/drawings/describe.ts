import type { Anchor, DrawingShape } from '@vigia/contract';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { drawingMessages } from './messages.es.ts';

const words = drawingMessages;

/** Describes the kind and the position of a drawing in words. */
export function describeShape(shape: DrawingShape, decimals: number): string {
  if (shape.kind === 'horizontal_line') return words.level(formatPrice(shape.price, decimals));
  if (shape.kind === 'text') return words.written(shape.text, placeOf(shape.at, decimals));
  return words.span(words.kinds[shape.kind], placeOf(shape.from, decimals), placeOf(shape.to, decimals));
}

const placeOf = ({ time, price }: Anchor, decimals: number): string =>
  words.place(formatDateTime(time), formatPrice(price, decimals));
