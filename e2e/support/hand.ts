import type { Locator } from '@playwright/test';

/** Counts the taps of a person. */
export class Hand {
  taps = 0;

  async tap(control: Locator): Promise<void> {
    this.taps += 1;
    await control.click();
  }
}
