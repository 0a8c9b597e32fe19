import type { Locator } from '@playwright/test';

/** Returns the contrast ratio of a text to the opaque background behind it (WCAG 1.4.3), also on a disabled control. */
export const contrastOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const numbers = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = numbers(colour)
        .slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let opacity = 1;
    let background = 'rgb(255, 255, 255)';
    for (let behind: Element | null = element; behind !== null; behind = behind.parentElement) {
      const { backgroundColor, opacity: own } = getComputedStyle(behind);
      opacity *= Number(own);
      if ((numbers(backgroundColor)[3] ?? 1) === 1) {
        background = backgroundColor;
        break;
      }
    }
    if (opacity !== 1) return 1;
    const [dark = 0, light = 0] = [luminance(getComputedStyle(element).color), luminance(background)].toSorted(
      (a, b) => a - b,
    );
    return (light + 0.05) / (dark + 0.05);
  });
