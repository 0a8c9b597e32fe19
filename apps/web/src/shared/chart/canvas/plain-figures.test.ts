import { getFigureClass, type RectStyle, type TextAttrs, type TextStyle } from 'klinecharts';
import { beforeAll, expect, it } from 'vitest';
import { registerPlainFigures } from './plain-figures.ts';

const CHARACTER_PX = 7;
const AXIS_TEXT: Partial<TextStyle> = { size: 12, weight: 400, family: 'Inter', color: '#8a94a6' };

/** A canvas that records what is drawn, with the left edge of each text. Every character has the same width. */
function recordingCanvas() {
  const drawn: unknown[] = [];
  const state = { font: '', fillStyle: '', textAlign: 'left', textBaseline: 'alphabetic' };
  const measureText = (text: string) => ({ width: text.length * CHARACTER_PX });
  const ctx = Object.assign(state, {
    scale: () => {},
    beginPath: () => {},
    closePath: () => {},
    setLineDash: () => {},
    measureText,
    roundRect: (...box: number[]) => void drawn.push(['path', ...box.slice(0, 4)]),
    fill: () => void drawn.push(['fill', state.fillStyle]),
    stroke: () => void drawn.push(['stroke']),
    fillRect: (...box: number[]) => void drawn.push(['rect', state.fillStyle, ...box]),
    fillText: (text: string, x: number, y: number, maxWidth?: number) => {
      const share = state.textAlign === 'right' ? 1 : state.textAlign === 'center' ? 0.5 : 0;
      const left = x - measureText(text).width * share;
      drawn.push(['text', text, left, y, maxWidth, state.textBaseline, state.font, state.fillStyle]);
    },
  });
  return { drawn, ctx: ctx as unknown as CanvasRenderingContext2D };
}

const classOf = (name: string) => {
  const figure = getFigureClass(name);
  if (!figure) throw new Error(name);
  return figure;
};

let library: ReturnType<typeof classOf>;
beforeAll(() => {
  const { ctx } = recordingCanvas();
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => ctx, configurable: true });
  library = classOf('text');
  registerPlainFigures();
});

function drawnBy(figure: ReturnType<typeof classOf>, name: string, attrs: unknown, styles: unknown): unknown[] {
  const { ctx, drawn } = recordingCanvas();
  new figure({ name, attrs, styles }).draw(ctx);
  return drawn;
}

const draw = (name: string, attrs: unknown, styles: unknown) => drawnBy(classOf(name), name, attrs, styles);

it.each<Pick<TextAttrs, 'align' | 'baseline'>>([
  {},
  { align: 'left', baseline: 'middle' },
  { align: 'right', baseline: 'middle' },
  { align: 'center', baseline: 'top' },
  { align: 'center', baseline: 'bottom' },
])('a text without a box is where the library draws it: %o', (place) => {
  const texts = [
    { x: 40, y: 100, text: '1.08542', ...place },
    { x: 40, y: 130, text: '1.0', ...place },
  ];
  expect(draw('text', texts, AXIS_TEXT)).toEqual(drawnBy(library, 'text', texts, AXIS_TEXT));
  expect(draw('text', texts[0], AXIS_TEXT)).toHaveLength(1);
});

it('a text with a box is drawn by the library with its box', () => {
  const styles: Partial<TextStyle> = { ...AXIS_TEXT, backgroundColor: '#0b1220', paddingLeft: 8 };
  const text = { x: 40, y: 100, text: '1.08542' };
  expect(draw('text', text, styles)).toEqual(drawnBy(library, 'text', text, styles));
  expect(draw('text', text, styles)).toContainEqual(['fill', '#0b1220']);
});

it.each<Partial<RectStyle>>([{}, { style: 'fill' }, { style: 'stroke_fill', borderColor: 'transparent' }])(
  'a rectangle without border and radius is filled without a path: %o',
  (styles) => {
    const body = { x: 1, y: 2, width: 7, height: 20 };
    expect(draw('rect', body, { ...styles, color: '#22c55e' })).toEqual([['rect', '#22c55e', 1, 2, 7, 20]]);
    expect(draw('rect', [body, body], { ...styles, color: '#22c55e' })).toHaveLength(2);
  },
);

it.each<Partial<RectStyle>>([
  { style: 'stroke', borderColor: '#22c55e' },
  { style: 'stroke_fill', borderColor: '#22c55e', color: '#0b1220' },
  { style: 'fill', borderRadius: 4, color: '#0b1220' },
])('a rectangle with a border or a radius is drawn by the library: %o', (styles) => {
  const drawn = draw('rect', { x: 1, y: 2, width: 7, height: 20 }, styles);
  expect(drawn.some((call) => Array.isArray(call) && call[0] === 'path')).toBe(true);
  expect(drawn.some((call) => Array.isArray(call) && call[0] === 'rect')).toBe(false);
});
