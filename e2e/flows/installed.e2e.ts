import type { Page, Worker } from '@playwright/test';
import { openWithSession } from '../support/people.ts';
import { waitForServiceWorker } from '../support/service-worker.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const EARLIER = 'earlier-version';

test('the app offers a new version, and changes to it only after a click', async ({
  page,
  context,
  people,
  browserFaults,
}) => {
  // The timeout is long, because the service worker caches the whole app twice in this test.
  test.setTimeout(120_000);
  // The page first gets a service worker of another version. When the browser itself checks for an update, the request
  // bypasses this route and gets the real worker.
  await context.route('**/sw.js', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(version"?:\s*["'`])[0-9a-f]{16}/, `$1${EARLIER}`);
    await route.fulfill({ response: answer, body });
  });
  await openWithSession(page, await people.confirmed('Ines'), '/calculator');
  await waitForServiceWorker(page);
  const kept = () => page.evaluate(() => caches.keys());
  expect(await kept()).toEqual([`vigia-shell-${EARLIER}`]);
  const offer = page.getByTestId('update-prompt');
  await expect(offer).toHaveCount(0);

  await page.reload();
  await expect(offer.getByText('Hay una versión nueva')).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => Object.assign(window, { isOfBefore: true }));
  await Promise.all([page.waitForEvent('load'), offer.getByRole('button', { name: 'Actualizar' }).click()]);
  await expect(page.getByRole('heading', { level: 1, name: 'Calculadora' })).toBeVisible();
  expect(await page.evaluate(() => 'isOfBefore' in window)).toBe(false);
  await expect(offer).toHaveCount(0);

  // The new version is active. The cache also still contains the files of the previous version.
  const [before, now, ...others] = await kept();
  expect([before, others]).toEqual([`vigia-shell-${EARLIER}`, []]);
  expect(now).toMatch(/^vigia-shell-[0-9a-f]{16}$/);
  await page.evaluate((name) => caches.delete(name), `vigia-shell-${EARLIER}`);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Tu sesión sigue abierta.', { exact: false })).toBeVisible();
  browserFaults.expect(/ERR_|WebSocket|Failed to fetch|status of/);
});

/**
 * Sends a push message to the service worker through the DevTools protocol, because the browser's push service is on
 * the internet.
 */
async function pushTo(elsewhere: Page, origin: string): Promise<(data: string) => Promise<unknown>> {
  const cdp = await elsewhere.context().newCDPSession(elsewhere);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/** Counts the push messages that the service worker receives from now on. Returns a function that reads the count. */
async function heardBy(worker: Worker): Promise<() => Promise<number>> {
  await worker.evaluate(() => {
    Object.assign(self, { heard: 0 });
    self.addEventListener('push', () => Object.assign(self, { heard: Number(Reflect.get(self, 'heard')) + 1 }));
  });
  return () => worker.evaluate(() => Number(Reflect.get(self, 'heard')));
}

test('a push message is shown only if it has the format of the app and no window shows the app', async ({
  page,
  context,
  people,
}) => {
  await context.grantPermissions(['notifications']);
  await openWithSession(page, await people.confirmed('Ines'), '/settings#avisos');
  await waitForServiceWorker(page);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker runs');
  const push = await pushTo(await context.newPage(), new URL(page.url()).origin);
  const heard = await heardBy(worker);
  const news = (tag: string) => ({ title: 'Ganada: EURUSD CALL', text: '+$8.50', tag, path: '/dashboard?trade=1' });
  await push(JSON.stringify(news('looked-at')));
  await expect.poll(heard).toBe(1);
  await page.goto('about:blank');
  await push('no es nuestro');
  await push(JSON.stringify(news('sent')));
  await expect.poll(heard).toBe(3);
  await page.goto('/settings');
  const shown = () =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications();
      return notices.map(({ title, body, tag, data }) => ({ title, text: body, tag, path: data.path }));
    });
  await expect.poll(shown).toEqual([news('sent')]);
});

test('the app asks for the notification permission only after a tap, and reports a browser without push messages', async ({
  page,
  context,
  people,
  browserFaults,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      Object.assign(window, { asked: Number(Reflect.get(window, 'asked')) + 1 });
      return ask();
    };
  });
  const asked = () => page.evaluate(() => Number(Reflect.get(window, 'asked')));
  await context.grantPermissions(['notifications']);
  await openWithSession(page, await people.confirmed('Ines'));
  await waitForServiceWorker(page);
  expect(await asked()).toBe(0);
  await page.goto('/settings#avisos');
  const closed = page.getByRole('switch', { name: 'Avisos con la app cerrada' });
  await expect(closed).toBeEnabled();
  expect(await asked()).toBe(0);
  await closed.click();
  // A browser that a test controls has no push service. The app therefore reports that the activation failed.
  await expect(page.getByText('Este navegador no pudo activar los avisos. Intenta de nuevo más tarde.')).toBeVisible();
  await expect(closed).not.toBeChecked();
  expect(await asked()).toBe(1);
  browserFaults.expect(/does not support the Push API in incognito mode/);
});

test('the app does not ask again for a notification permission that the user refused', async ({
  page,
  context,
  people,
}) => {
  await openWithSession(page, await people.confirmed('Ines'));
  await context.grantPermissions([]);
  const state = await page.evaluate(() => Notification.permission);
  expect(state).toBe('denied');
  await page.goto('/settings#avisos');
  await expect(page.getByText('Los bloqueaste en este navegador.', { exact: false })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Avisos del navegador', exact: true })).toBeDisabled();
});
