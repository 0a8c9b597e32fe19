import type { Page } from '@playwright/test';
import { mailTo } from '../support/mailbox.ts';
import { localValues, openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Texts that would be dangerous if the app interpreted them as markup, attributes, URLs, scripts or templates. */
const POLYGLOTS = [
  `<img src=x onerror=alert(1)>`,
  `"><script>alert(2)</script>`,
  `'onmouseover='alert(3)' x='`,
  `<svg/onload=alert(4)>`,
  `</title></textarea><iframe srcdoc="<script>parent.alert(5)</script>">`,
  `javascript:alert(6)//{{7*7}}\${alert(7)}`,
] as const;

/**
 * Selector of elements that no page of the app contains. If the app interpreted the texts, these elements would exist.
 */
const FOREIGN = 'img[src="x"], [onerror], [onload], [onmouseover], main script, header script, main iframe';

async function expectNothingCameAlive(page: Page): Promise<void> {
  await expect(page.locator(FOREIGN)).toHaveCount(0);
}

test('hostile text that a user typed is shown as plain text on every screen', async ({ page, people }) => {
  test.setTimeout(120_000);
  const [first, last, program, username, device] = POLYGLOTS;
  const person = await people.confirmed('Hostil', { first_name: first, last_name: last, username });
  for (const [place, text] of POLYGLOTS.entries()) {
    await people.api('/api/v1/account/bot-tokens', person.session, {
      name: text.slice(0, 60),
      scopes: ['read'],
      expires_in_days: 30 + place,
    });
  }
  // A client may send any text as its User-Agent.
  await people.signIn(person.email, undefined, program);
  const { session } = await people.addSecondFactor(person.session, device.slice(0, 60));
  await openWithSession(page, { session }, '/profile');
  await expect(page.getByRole('banner').getByText(first, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(first);
  await expect(page.getByLabel('Apellido')).toHaveValue(last);
  await expect(page.getByLabel('Nombre de usuario')).toHaveValue(username);
  await expectNothingCameAlive(page);

  await page.goto('/settings');
  await expect(page.locator('#seguridad').getByText(device.slice(0, 60))).toBeVisible();
  await page.locator('#actividad').getByRole('button', { name: 'Cargar más' }).click();
  for (const text of POLYGLOTS) {
    await expect(page.locator('#tokens').getByText(text.slice(0, 60)).first()).toBeVisible();
    await expect(
      page
        .locator('#actividad')
        .getByText(`«${text.slice(0, 60)}»`)
        .first(),
    ).toBeVisible();
  }
  await expectNothingCameAlive(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('banner').getByText(first, { exact: true })).toBeVisible();
  await expectNothingCameAlive(page);
});

test('the local mailbox shows a hostile user name as plain text', async ({ page, server, people, browserFaults }) => {
  const person = await people.confirmed('Hostil');
  const [name] = POLYGLOTS;
  await people.api('/api/v1/account/bot-tokens', person.session, { name, scopes: ['read'], expires_in_days: 30 });
  await mailTo(server, person.email, 'Nuevo token para un bot');
  await page.goto('/dev/mailbox');
  const newest = page.locator('details').filter({ hasText: person.email }).first();
  await expect(newest).toHaveAttribute('open', '');
  await expect(newest.frameLocator('iframe').getByText(`«${name}»`)).toBeVisible();
  await expect(newest.frameLocator('iframe').locator('img')).toHaveCount(0);
  // The mail is shown in a sandboxed frame. In this frame not even the script of the test's clock may run.
  browserFaults.expect(/'about:srcdoc' because the document's frame is sandboxed/);
});

test('the browser blocks and reports an injected script', { tag: '@gate' }, async ({ page, people, browserFaults }) => {
  await openWithSession(page, await people.confirmed('Hostil'));
  await expect(page.getByRole('banner').getByText('Hostil', { exact: true })).toBeVisible();
  const reported = await page.evaluate(async () => {
    const seen: string[] = [];
    const reports = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        seen.push(event.effectiveDirective);
        if (seen.length === 3) resolve();
      });
    });
    const inline = document.createElement('script');
    inline.textContent = 'window.__ran = true';
    document.body.append(inline);
    const foreign = document.createElement('script');
    foreign.src = 'https://evil.example/x.js';
    document.body.append(foreign);
    const holder = document.createElement('div');
    holder.innerHTML = '<button onclick="window.__ran = true">x</button>';
    document.body.append(holder);
    holder.querySelector('button')?.click();
    await reports;
    return { seen: seen.toSorted(), ran: '__ran' in window };
  });
  expect(reported).toEqual({ seen: ['script-src-attr', 'script-src-elem', 'script-src-elem'], ran: false });
  browserFaults.expect(/Content Security Policy/);
});

test('only preferences stay in the browser after a sign-out', async ({ page, people }) => {
  await openWithSession(page, await people.confirmed('Hostil'), '/settings');
  await page.getByRole('button', { name: 'Claro', exact: true }).click();
  await page.goto('/dashboard');
  await expect(page.getByRole('banner').getByText('Hostil', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const preferences = [
    'app_colors',
    'app_theme',
    'sidebar_collapsed',
    'chart_symbol',
    'chart_timeframe',
    'refresh_interval',
    'time_zone',
  ];
  const left = Object.keys(await localValues(page));
  expect(left).toContain('app_theme');
  expect(left.filter((key) => !preferences.includes(key))).toEqual([]);
  const forThisTab = await page.evaluate(() => Object.keys(sessionStorage));
  expect(forThisTab.filter((key) => !key.startsWith('tsr-scroll-restoration'))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});
