/**
 * Replaces browser functions that jsdom lacks. Media queries get a fixed width. The functions for measuring and
 * scrolling do nothing.
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
  // The fake never calls its callback, so no element is ever reported as visible.
  Object.assign(window, { IntersectionObserver: window.ResizeObserver });
}

/**
 * Replaces the canvas by a fake that accepts every call and draws nothing. Every text has a width of zero.
 * @param written called with each text that is drawn on the canvas
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
