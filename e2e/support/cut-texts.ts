import type { Locator } from '@playwright/test';

/** Returns the texts in this part of the page that are cut at their end, because their box is too narrow. */
export const cutTexts = (part: Locator): Promise<string[]> =>
  part.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const hidesRest = /hidden|clip|auto|scroll/.test(getComputedStyle(element).overflowX);
        const isShown = element.clientWidth > 1 && element.checkVisibility({ visibilityProperty: true });
        return hidesRest && isShown && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => (element.textContent ?? '').trim()),
  );
