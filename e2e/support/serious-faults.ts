import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The class on the root element that switches to the dark theme. The two themes differ only in colours. */
const DARK = 'dark';

/**
 * The axe rules about colours. All other rules have the same result in both themes, so the check runs only these rules
 * in the second theme.
 */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

const THEMES = [
  ['in the light', false, ABOUT_COLOURS],
  ['in the dark', true, null],
] as const;

/**
 * An empty script. It replaces axe's own script on a page that has already loaded axe, because loading axe takes as
 * long as running it.
 */
const IS_LOADED = 'void 0';

/**
 * Returns the accessibility faults that axe rates as serious or critical in either theme, with their elements.
 * @param part selector of the part to check
 */
export async function seriousFaults(page: Page, part = 'html'): Promise<string[]> {
  // The check switches animations off, so that axe checks the final colours.
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
    // The app has no iframes, and the check ignores the rules that pass. These options therefore save two thirds of the
    // time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
