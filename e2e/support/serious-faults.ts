import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * All that a chosen theme changes of a page is whether its root carries this class, and all that follows are colours.
 */
const DARK = 'dark';

/** The rules that are about colours: what one theme breaks of the others is broken in both. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

const THEMES = [
  ['in the light', false, ABOUT_COLOURS],
  ['in the dark', true, null],
] as const;

/** In place of axe itself, which takes as long to load as to look: on the page it is in already. */
const IS_LOADED = 'void 0';

/** The faults that axe calls serious or critical in either theme, with the elements. @param part selector of what is looked at */
export async function seriousFaults(page: Page, part = 'html'): Promise<string[]> {
  // A colour on its way from one state to the next is neither: what is judged is where it comes to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const root = page.locator('html');
  const isDarkNow = await root.evaluate(({ classList }, name) => classList.contains(name), DARK);
  const faults: string[] = [];
  for (const [theme, isDark, rules] of THEMES) {
    await root.evaluate(({ classList }, [name, isSet]) => classList.toggle(name, isSet), [DARK, isDark] as const);
    faults.push(...(await seriousNow(page, part, rules)).map((fault) => `${theme}: ${fault}`));
  }
  await root.evaluate(({ classList }, [name, isSet]) => classList.toggle(name, isSet), [DARK, isDarkNow] as const);
  return faults;
}

async function seriousNow(page: Page, part: string, rules: string[] | null): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: IS_LOADED }) })
    .include(part)
    // The app has no frames to gather from, and what passes is not read: a third of the time otherwise.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
