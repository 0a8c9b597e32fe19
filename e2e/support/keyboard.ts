import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any screen has. */
const MOST_STOPS = 150;
const MOST_PARENTS = 3;

/** How an element and what surrounds it closely are edged: a field shows its focus on its frame. */
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

/** Goes on by Tab until this has the focus, and finds that it shows. @throws where Tab never comes to it */
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

/** Goes on by Tab to a button, a link or a switch, and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes on by Tab to a field and writes this in place of what it holds. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
