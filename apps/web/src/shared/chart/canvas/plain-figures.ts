import type { FigureConstructor, RectAttrs, RectStyle, TextAttrs, TextStyle } from 'klinecharts';
import { getFigureClass, registerFigure, utils } from 'klinecharts';
import { rememberedWidth } from './text-width.ts';

type Rects = RectAttrs | RectAttrs[];
type Texts = TextAttrs | TextAttrs[];

const FONT_PX = 12;
const TRANSPARENT = 'transparent';

/**
 * Replaces two figures of the library in their most frequent form: rectangles without border and radius, which are all
 * candles, and texts without a box, which are all labels of the axes. The library builds a path for each rectangle,
 * and measures each text to draw an invisible box behind it. Other forms are still drawn by the library.
 */
export function registerPlainFigures(): void {
  const rect = libraryFigure<Rects, Partial<RectStyle>>('rect');
  registerFigure<Rects, Partial<RectStyle>>({
    name: 'rect',
    checkEventOn: (point, attrs) => utils.checkCoordinateOnRect(point, attrs),
    draw: (ctx, attrs, styles) => {
      if (isPlainRect(styles)) fillRects(ctx, attrs, styles.color);
      else new rect({ name: 'rect', attrs, styles }).draw(ctx);
    },
  });
  const text = libraryFigure<Texts, Partial<TextStyle>>('text');
  registerFigure<Texts, Partial<TextStyle>>({
    name: 'text',
    checkEventOn: utils.checkCoordinateOnText,
    draw: (ctx, attrs, styles) => {
      if (isPlainText(styles)) fillTexts(ctx, attrs, styles);
      else new text({ name: 'text', attrs, styles }).draw(ctx);
    },
  });
}

function libraryFigure<A, S>(name: string): FigureConstructor<A, S> {
  const figure = getFigureClass<A, S>(name);
  if (!figure) throw new Error(`the chart library has no figure ${name}`);
  return figure;
}

type PlainRect = { readonly color: string };

function isPlainRect(styles: Partial<RectStyle>): styles is PlainRect {
  const { style = 'fill', color, borderColor = TRANSPARENT, borderRadius = 0 } = styles;
  const isFilled = style === 'fill' || (style === 'stroke_fill' && borderColor === TRANSPARENT);
  return isFilled && borderRadius === 0 && typeof color === 'string';
}

function fillRects(ctx: CanvasRenderingContext2D, attrs: Rects, color: string): void {
  ctx.fillStyle = color;
  if (!Array.isArray(attrs)) return ctx.fillRect(attrs.x, attrs.y, attrs.width, attrs.height);
  for (const { x, y, width, height } of attrs) ctx.fillRect(x, y, width, height);
}

/** A text whose place does not depend on its width, because it has no box around it. */
function isPlainText(styles: Partial<TextStyle>): boolean {
  const { backgroundColor = TRANSPARENT, borderColor = TRANSPARENT } = styles;
  return backgroundColor === TRANSPARENT && borderColor === TRANSPARENT && !hasPadding(styles);
}

const hasPadding = ({ paddingLeft, paddingTop, paddingRight, paddingBottom }: Partial<TextStyle>): boolean =>
  Boolean(paddingLeft || paddingTop || paddingRight || paddingBottom);

function fillTexts(ctx: CanvasRenderingContext2D, attrs: Texts, styles: Partial<TextStyle>): void {
  const { color = 'currentColor', size = FONT_PX, weight = 'normal', family = '' } = styles;
  ctx.font = `${weight} ${size}px ${family}`;
  ctx.fillStyle = color;
  // The library places the top of a text, also if its given point is the middle or the bottom.
  ctx.textBaseline = 'top';
  for (const { x, y, text, align = 'left', baseline = 'top' } of Array.isArray(attrs) ? attrs : [attrs]) {
    ctx.textAlign = align;
    ctx.fillText(text, x, y - size * ABOVE[baseline], reservedWidth(text, size, weight, family));
  }
}

/**
 * Returns the width that the library reserves for a text. It measures on a canvas outside the page, without the digits
 * of equal width that the page has. A wider text is narrowed to this width, or it would leave the axis.
 */
const reservedWidth = (text: string, size: number, weight: number | string, family: string): number =>
  rememberedWidth(`library ${weight} ${size}px ${family}\n${text}`, () =>
    utils.calcTextWidth(text, size, weight, family),
  );

/** The part of a text that is above its given point. */
const ABOVE: Readonly<Record<CanvasTextBaseline, number>> = {
  top: 0,
  hanging: 0,
  middle: 0.5,
  bottom: 1,
  ideographic: 1,
  alphabetic: 1,
};
