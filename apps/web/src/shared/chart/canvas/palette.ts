import type { Direction } from '@vigia/core/vocabulary';

/** Colours of one trade direction as CSS values. */
export type SideColors = { readonly text: string; readonly fill: string; readonly candle: string };

/** Colours and fonts for the canvas. A canvas cannot read CSS custom properties, so the app reads them for it. */
export type Palette = {
  readonly ground: string;
  readonly surface: string;
  readonly overlay: string;
  readonly grid: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly lineControl: string;
  readonly text1: string;
  readonly text2: string;
  readonly text3: string;
  readonly accent: string;
  readonly accent2: string;
  readonly warn: string;
  readonly onFill: string;
  readonly font: string;
  readonly side: Readonly<Record<Direction, SideColors>>;
};

/**
 * Reads the current design tokens of the document. The classes of the document select the theme and the colours of CALL
 * and PUT.
 */
export function readPalette(): Palette {
  const computed = getComputedStyle(document.documentElement);
  const token = (name: string): string => computed.getPropertyValue(`--${name}`).trim();
  const side = (name: string): SideColors => ({
    text: token(name),
    fill: token(`${name}-fill`),
    candle: token(`${name}-candle`),
  });
  return {
    ground: token('inset'),
    surface: token('surface'),
    overlay: token('overlay'),
    grid: token('grid'),
    line: token('border'),
    lineStrong: token('border-strong'),
    lineControl: token('border-control'),
    text1: token('text-1'),
    text2: token('text-2'),
    text3: token('text-3'),
    accent: token('accent'),
    accent2: token('accent-2'),
    warn: token('warn'),
    onFill: token('on-fill'),
    font: token('font'),
    side: { CALL: side('call'), PUT: side('put') },
  };
}
