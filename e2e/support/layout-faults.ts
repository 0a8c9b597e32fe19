import type { Page } from '@playwright/test';

/** Half of the smallest size of a touch target in pixels (WCAG 2.5.5), less the frame of a field. */
const REACH_PX = 20;

/** Selector of everything that a user can tap or click. */
const CONTROLS = 'a, button, input, select, textarea, summary, [role=tab], [role=switch], [role=button]';

/**
 * Returns the controls that a user cannot reach: outside the screen, clipped by a container that does not scroll, or
 * covered. With `isTouch`, also those that a finger misses: a tap beside the centre must hit them too. Labels on a
 * chart may be so close that it hits another one, but only if that one is nearer to the tap.
 * @param root selector of the part of the page to check
 */
export const layoutFaults = (page: Page, { root = 'body', isTouch = false } = {}): Promise<string[]> =>
  page.evaluate(
    ([part, controls, reachPx]) => {
      const faults: string[] = [];
      const width = document.documentElement.clientWidth;
      const wide = document.documentElement.scrollWidth;
      if (wide > width + 1) faults.push(`the page scrolls sideways: ${wide} px`);
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}»`;
      const isShown = (element: HTMLElement) => {
        const box = element.getBoundingClientRect();
        const isHidden = element.closest('[inert], [aria-hidden=true], .sr-only') !== null;
        return !isHidden && box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
      };
      /** A link in a sentence has the height of its line (WCAG 2.5.5, exception "inline"). */
      const isInSentence = (element: HTMLElement) =>
        element.tagName === 'A' && getComputedStyle(element).display === 'inline';
      const isClipped = (element: HTMLElement) => {
        const { left, right } = element.getBoundingClientRect();
        for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
          const { overflowX } = getComputedStyle(parent);
          if (/auto|scroll/.test(overflowX)) return false;
          const box = parent.getBoundingClientRect();
          if (/hidden|clip/.test(overflowX) && (left < box.left - 1 || right > box.right + 1)) return true;
        }
        return left < -1 || right > width + 1;
      };
      const hits = (element: HTMLElement, x: number, y: number) => {
        const isOnScreen = x >= 0 && y >= 0 && x < width && y < innerHeight;
        const found = isOnScreen ? document.elementFromPoint(x, y) : element;
        const label = element.closest('label') ?? (element.id && document.querySelector(`label[for="${element.id}"]`));
        return found !== null && (element.contains(found) || (label instanceof Element && label.contains(found)));
      };
      const distance = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      const hitsNearer = (element: HTMLElement, x: number, y: number) => {
        const found = document.elementFromPoint(x, y)?.closest('[data-nearest-wins] > *');
        const isRival = found && found.parentElement === element.parentElement;
        return (
          isRival && distance(found.getBoundingClientRect(), x, y) <= distance(element.getBoundingClientRect(), x, y)
        );
      };
      const reaches = (element: HTMLElement, x: number, y: number) => hits(element, x, y) || hitsNearer(element, x, y);
      for (const element of document.querySelectorAll<HTMLElement>(`:is(${part}) :is(${controls})`)) {
        if (!isShown(element)) continue;
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        // A tap on the label around a checkbox counts as a tap on it.
        const box = (element.closest('label') ?? element).getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (isClipped(element)) faults.push(`${nameOf(element)} is outside: ${Math.round(box.left)} to ${box.right}`);
        else if (!isInSentence(element) && !hits(element, x, y)) {
          const above = document.elementFromPoint(x, y);
          faults.push(`${nameOf(element)} is covered by ${above ? nameOf(above) : 'nothing'}`);
        } else if (reachPx > 0 && !isInSentence(element) && !element.matches(':disabled')) {
          const beside = [x - reachPx, x + reachPx].map((at) => reaches(element, at, y));
          const below = [y - reachPx, y + reachPx].map((at) => reaches(element, x, at));
          if (![...beside, ...below].every(Boolean))
            faults.push(`${nameOf(element)} is too small for a finger: ${box.width} × ${box.height}`);
        }
      }
      scrollTo(0, 0);
      return faults;
    },
    [root, CONTROLS, isTouch ? REACH_PX : 0] as const,
  );
