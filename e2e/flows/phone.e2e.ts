import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone, a trade can be prepared and placed by touch from the bottom bar', { tag: '@gate' }, async ({
  page,
  server,
  people,
}) => {
  await openWithSession(page, await people.confirmed('Vera'));
  const bar = page.getByRole('region', { name: 'Nueva operación' });
  const call = bar.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await expect(call).toBeInViewport({ ratio: 1 });
  // A touch target is at least 44 px high.
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await bar.getByRole('button', { name: /Monto/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Nueva operación' });
  await sheet.getByRole('button', { name: '$25', exact: true }).tap();
  // Short trades pay less. The order states the payout on the screen, so it waits for that of one minute.
  const quoted = page.waitForResponse((response) => /\/trading\/payout\?.*duration=1(&|$)/.test(response.url()));
  await sheet.getByRole('button', { name: '1 min', exact: true }).tap();
  await quoted;
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await call.tap();
  await expect(page.getByRole('banner').getByText('$9,975.00')).toBeVisible();
  await expect(page.getByText('EURUSD').last()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
