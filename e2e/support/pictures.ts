import type { Page, TestInfo } from '@playwright/test';

/** The two viewport sizes of an end-to-end test: name of the screen, width and height in pixels. */
export const SCREENS = [
  ['a phone', 390, 844],
  ['a wide screen', 1440, 900],
] as const;

/** Attaches a screenshot in each theme to the test report. */
export async function pictures(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark');
    await info.attach(`${name}-${theme}`, {
      body: await page.screenshot({ animations: 'disabled' }),
      contentType: 'image/png',
    });
  }
  await page.evaluate(() => document.documentElement.classList.add('dark'));
}
