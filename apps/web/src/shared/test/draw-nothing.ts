/** jsdom has no layout: gives it a width to answer media queries by, and nothing that measures or scrolls. */
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
 * A canvas that takes every stroke and shows none, and on which every text is as wide as nothing.
 * @param written told of each text written on it
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
