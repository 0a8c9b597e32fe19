/**
 * Replaces what jsdom lacks without a layout: a width for media queries, and empty functions for measuring and
 * scrolling.
 */
export function drawNothing({ phone = false } = {}): void {
  window.matchMedia = (media) => Object.assign(new EventTarget(), mediaQuery(media, phone));
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

/**
 * Replaces the canvas by one that accepts every stroke and draws none; the width of every text is zero.
 * @param written called with each text written on it
 */
export function paintNothing(written: (text: string) => void = () => {}): void {
  const means: Readonly<Record<string, (text: string) => unknown>> = {
    measureText: () => ({ width: 0 }),
    fillText: written,
    strokeText: written,
  };
  const strokes: object = new Proxy({}, { get: (_, name) => means[String(name)] ?? (() => strokes) });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => strokes, configurable: true });
}

const mediaQuery = (media: string, phone: boolean) => ({
  media,
  matches: phone && media.includes('max-width'),
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
});
