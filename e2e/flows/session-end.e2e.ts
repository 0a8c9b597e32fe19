import type { Page } from '@playwright/test';
import { localValues, openWithSession, type Person, storedSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const HOUR_MS = 60 * 60_000;
const REFRESH_PATH = '/api/v1/auth/refresh';
const EXPIRED = /^alert: Sesión expirada\. Por favor inicia sesión nuevamente\.$/;

/** Records the page's requests as `METHOD path`. Returns a list that grows with each request. */
function requestsOf(page: Page): readonly string[] {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return seen;
}

const inHeader = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true });

async function openDashboard(page: Page, person: Person): Promise<void> {
  await openWithSession(page, person);
  await expect(inHeader(page, 'Bruno')).toBeVisible();
}

test('an expired access token is renewed once for all waiting requests, and the page continues', {
  tag: '@gate',
}, async ({ page, server, people, browserFaults }) => {
  await openDashboard(page, await people.confirmed('Bruno'));
  const before = await storedSession(page);
  // This page sends no requests, so the app does not renew the token before the test counts the requests.
  await page.goto('/no-such-place');
  // The browser's clock is behind, as on a laptop with a wrong time. The app in the browser therefore considers the
  // token valid.
  await server.leap(HOUR_MS + 60_000);
  const answers: string[] = [];
  page.on('response', (answer) => answers.push(`${answer.status()} ${new URL(answer.url()).pathname}`));
  const requests = requestsOf(page);
  await page.goto('/settings');
  await expect(page.getByText('Esta sesión', { exact: true })).toBeVisible();
  await expect(page.getByText('Aún no tienes tokens de bot.', { exact: false })).toBeVisible();
  await expect(page.getByText('Creaste tu cuenta')).toBeVisible();
  await expect(inHeader(page, 'Bruno')).toBeVisible();
  await expect(page.getByRole('banner').getByText('$10,000.00')).toBeVisible();

  expect(answers.filter((answer) => answer.startsWith('401 /api/v1/')).length).toBeGreaterThan(2);
  expect(requests.filter((request) => request === `POST ${REFRESH_PATH}`)).toHaveLength(1);
  expect(requests.filter((request) => request.startsWith('POST /auth/v1/token'))).toHaveLength(0);
  expect((await storedSession(page)).access_token).not.toBe(before.access_token);
  browserFaults.expect(/status of 401/);
  browserFaults.expect(/Profile could not be loaded/);
});

test('the session does not end if the user leaves the page while the token is being renewed', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  await openDashboard(page, await people.confirmed('Bruno'));
  await page.goto('/no-such-place');
  await server.leap(HOUR_MS + 60_000);
  await page.route(`**${REFRESH_PATH}`, () => {}, { times: 1 });
  const asked = page.waitForRequest(`**${REFRESH_PATH}`);
  await page.goto('/settings');
  await asked;
  await page.goto('/profile');
  await expect(inHeader(page, 'Bruno')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  browserFaults.expect(/status of 401/);
  browserFaults.expect(/Profile could not be loaded/);
});

test('if the server refuses to renew the token, one alert says that the session has expired, and the page goes to /login', async ({
  page,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Bruno');
  await openDashboard(page, person);
  await people.end(person.session);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Tu sesión se cerró desde otro dispositivo.')).toBeVisible();
  expect(browserFaults.count(EXPIRED)).toBe(1);
  expect(Object.keys(await localValues(page)).filter((key) => key.startsWith('vigia-auth'))).toEqual([]);
  browserFaults.expect(EXPIRED);
  browserFaults.expect(/status of 40\d/);
});

test('signing out removes the session at once and goes to /login even if the server does not respond', async ({
  page,
  people,
  browserFaults,
}) => {
  await openDashboard(page, await people.confirmed('Bruno'));
  await page.evaluate(() => localStorage.setItem('broker_token', 'vigia_bot_x'));
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/auth/v1/logout**', async (route) => {
    await failed;
    await route.abort();
  });
  const asked = page.waitForRequest('**/auth/v1/logout**');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await asked;
  expect(Object.keys(await localValues(page)).filter((key) => /auth|token/.test(key))).toEqual([]);
  await expect(page).toHaveURL(/\/login$/);
  fail();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  browserFaults.expect(/ERR_FAILED|Failed to fetch/);
});

test('a sign-out in one tab also signs out another tab', async ({ page, people, browserFaults }) => {
  await openDashboard(page, await people.confirmed('Bruno'));
  const other = await page.context().newPage();
  browserFaults.watch(other);
  await other.goto('/settings');
  await expect(inHeader(other, 'Bruno')).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(other).toHaveURL(/\/login$/);
});

test('a sign-in in one tab also signs in another tab', async ({ page, people, browserFaults }) => {
  const other = await page.context().newPage();
  browserFaults.watch(other);
  await other.goto('/login');
  await expect(other.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await openDashboard(page, await people.confirmed('Bruno'));
  await other.goto('/settings');
  await expect(inHeader(other, 'Bruno')).toBeVisible();
});
