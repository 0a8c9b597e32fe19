import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** All that a chosen theme changes of a page is whether its root carries this class. */
const DARK = 'dark';

const THEMES = [
  ['in the light', false],
  ['in the dark', true],
] as const;

/** What axe calls serious or critical in either theme, with the elements. @param part selector of what is looked at */
export async function seriousFaults(page: Page, part = 'html'): Promise<string[]> {
  // A colour on its way from one state to the next is neither: what is judged is where it comes to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const root = page.locator('html');
  const isDarkNow = await root.evaluate(({ classList }, name) => classList.contains(name), DARK);
  const faults: string[] = [];
  for (const [theme, isDark] of THEMES) {
    await root.evaluate(({ classList }, [name, isSet]) => classList.toggle(name, isSet), [DARK, isDark] as const);
    faults.push(...(await seriousNow(page, part)).map((fault) => `${theme}: ${fault}`));
  }
  await root.evaluate(({ classList }, [name, isSet]) => classList.toggle(name, isSet), [DARK, isDarkNow] as const);
  return faults;
}

async function seriousNow(page: Page, part: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    // The app has no frames to gather from, and what passes is not read: a third of the time otherwise.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
