import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of Tab key presses. No screen has so many tab stops. */
const MOST_STOPS = 150;
const MOST_PARENTS = 3;

/**
 * Returns the borders, outlines and shadows of an element and its parents, because a field may show its focus on a
 * parent element.
 */
const edges = (locator: Locator): Promise<string> =>
  locator.evaluate((element, most) => {
    const looks: string[] = [];
    for (let each: Element | null = element; each && looks.length < most; each = each.parentElement) {
      const { outlineStyle, outlineColor, borderColor, boxShadow } = getComputedStyle(each);
      looks.push([outlineStyle, outlineColor, borderColor, boxShadow].join(' '));
    }
    return looks.join('; ');
  }, MOST_PARENTS);

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/**
 * Presses Tab until this element has the focus, and checks that the focus is visible.
 * @throws Error if the focus never reaches the element
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  if (await hasFocus(target)) return;
  const before = await edges(target);
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (!(await hasFocus(target))) continue;
    await expect.poll(() => edges(target)).not.toBe(before);
    return;
  }
  throw new Error('Tab does not come to it');
}

/** Moves the focus by Tab to a button, a link or a switch, and activates it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus by Tab to a field, and replaces its content with this text. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
