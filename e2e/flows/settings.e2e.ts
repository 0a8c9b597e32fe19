import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { Authenticator, openWithSession, PASSWORD, proveIdentity } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/**
 * Time in milliseconds within which all server processes know that a session has ended. The process that ended it knows
 * at once.
 */
const SESSION_END_MS = 5_000;

const region = (name: string) => `section[aria-label="${name}"]`;

test.describe('the settings after a reload', () => {
  test('keep the theme and the colours of CALL and PUT', async ({ page, people }) => {
    await openWithSession(page, await people.confirmed('Olga'), '/settings');
    const look = page.locator(region('Apariencia'));
    const html = page.locator('html');
    const ground = () => look.evaluate((card) => getComputedStyle(card).backgroundColor);
    const call = () =>
      look
        .getByText(/^▲\s?CALL$/)
        .first()
        .evaluate((mark) => getComputedStyle(mark).color);
    await expect(html).toHaveClass(/dark/);
    const [before, green] = [await ground(), await call()];
    await look.getByRole('button', { name: 'Claro', exact: true }).click();
    await look.getByRole('button', { name: 'Azul y naranja' }).click();
    await page.reload();
    await expect(html).not.toHaveClass(/dark/);
    await expect(html).toHaveClass(/cb/);
    await expect(look.getByRole('button', { name: 'Claro', exact: true })).toHaveAttribute('aria-pressed', 'true');
    expect(await ground()).not.toBe(before);
    expect(await call()).not.toBe(green);
  });

  test('keep the system theme and the disabled order hotkeys', async ({ page, people }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openWithSession(page, await people.confirmed('Olga'), '/settings');
    const look = page.locator(region('Apariencia'));
    const html = page.locator('html');
    const keys = look.getByRole('switch', { name: 'Atajos de teclado para operar' });
    await look.getByRole('button', { name: 'Sistema', exact: true }).click();
    await keys.click();
    await expect(keys).not.toBeChecked();
    await page.reload();
    await expect(keys).not.toBeChecked();
    await expect(html).not.toHaveClass(/dark/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(html).toHaveClass(/dark/);
    await page.goto('/dashboard');
    const ticket = page.getByLabel('Nueva operación');
    await expect(ticket.getByRole('button', { name: /^CALL/ })).toBeVisible();
    await expect(ticket.getByRole('switch')).toHaveCount(0);
  });

  test('keep the choice to announce a result by tone and by browser notification, without a message on the screen', async ({
    page,
    context,
    server,
    people,
  }) => {
    // The script records tones and browser notifications, which are not in the DOM.
    await page.addInitScript(() => {
      const noticed: string[] = [];
      Object.assign(window, { noticed });
      const play = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function start(...when) {
        noticed.push(`tone ${this.frequency.value.toFixed(0)}`);
        return play.apply(this, when);
      };
      window.Notification = class extends Notification {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          noticed.push(`notice ${title}`);
        }
      };
    });
    const noticed = () => page.evaluate(() => ('noticed' in window ? window.noticed : null));
    await context.grantPermissions(['notifications']);
    await openWithSession(page, await people.confirmed('Olga'), '/settings#avisos');
    const browser = page.getByRole('switch', { name: 'Avisos del navegador', exact: true });
    const switches = page.locator('#avisos').getByRole('switch');
    const states = () => switches.evaluateAll((all) => all.map((each) => each.getAttribute('aria-checked')));
    await browser.click();
    await expect(browser).toBeChecked();
    const before = await states();
    for (const name of ['En la app', 'Sonido']) {
      await page.getByRole('switch', { name: `Operación terminada: ${name}` }).click();
    }
    // The built-in setups may publish signals while the test waits.
    await page.getByRole('switch', { name: 'Señal nueva: Navegador' }).click();
    const chosen = await states();
    expect(chosen.filter((state, index) => state !== before[index])).toHaveLength(3);
    await page.reload();
    await expect.poll(states).toEqual(chosen);

    await page.goto('/dashboard');
    const ticket = page.getByLabel('Nueva operación');
    await ticket.getByRole('button', { name: '1 min', exact: true }).click();
    const call = ticket.getByRole('button', { name: /^CALL/ });
    await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
    await call.click();
    await expect(page.getByRole('table', { name: 'Activas' }).getByRole('row')).toHaveCount(2);
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    await server.run(60_000);
    await advanceClockUntil(server, (soon) =>
      expect
        .poll(noticed, soon)
        .toEqual(['tone 587', 'tone 880', expect.stringMatching(/^notice (Ganada|Perdida|Empate)/)]),
    );
    await expect(page.getByRole('button', { name: /^Avisos.*sin leer$/ }).first()).toBeVisible();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });

  test('keep the time zone, which applies to the clocks at once and to the risk limits a day later', async ({
    page,
    server,
    people,
  }) => {
    const person = await people.confirmed('Olga');
    await openWithSession(page, person, '/settings');
    const rows = page.locator(region('Gráfico y hora'));
    const log = page.locator(region('Actividad de la cuenta'));
    const limits = page.locator(region('Límites de riesgo'));
    await rows.getByLabel('Zona horaria').selectOption('Asia/Tokyo');
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page.reload();
    await expect(rows.getByLabel('Zona horaria')).toHaveValue('Asia/Tokyo');
    const there = new Intl.DateTimeFormat('es-419', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Tokyo' });
    await expect(rows.getByText(/\(UTC\+9\)/)).toContainText(`Ahora son las ${there.format(server.nowMs)}:`);
    await expect(limits.getByText(/Tokyo/)).toContainText('mañana');
    await expect(log.getByText('Cambiaste tus límites de riesgo').first()).toBeVisible();
    // The app shows times in the time zone of the account, even on a device in another time zone.
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).not.toBe('Asia/Tokyo');
    await page.evaluate(() => localStorage.removeItem('time_zone'));
    await page.reload();
    await expect(rows.getByLabel('Zona horaria')).toHaveValue('Asia/Tokyo');
    expect(await page.evaluate(() => localStorage.getItem('time_zone'))).toBe('Asia/Tokyo');
  });

  test('keep the asset and the timeframe of the chart', async ({ page, people, anotherBrowser }) => {
    const person = await people.confirmed('Olga');
    await openWithSession(page, person, '/settings');
    const rows = page.locator(region('Gráfico y hora'));
    await rows.getByLabel('Activo al abrir').selectOption('BTCUSD');
    await rows.getByLabel('Temporalidad al abrir').selectOption('1h');
    await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
    await page.reload();
    await expect(rows.getByLabel('Temporalidad al abrir')).toHaveValue('1h');
    const other = await anotherBrowser();
    await openWithSession(other, { session: await people.signIn(person.email) });
    for (const screen of [page, other]) {
      await screen.goto('/dashboard');
      await expect(screen.getByRole('button', { name: '1h', exact: true })).toHaveAttribute('aria-pressed', 'true');
      await expect(screen.getByRole('figure', { name: /BTCUSD/ })).toBeVisible();
    }
  });

  test('keep the interval of the data requests', async ({ page, people }) => {
    await openWithSession(page, await people.confirmed('Olga'), '/settings');
    const rows = page.locator(region('Gráfico y hora'));
    await rows.getByLabel('Actualizar datos cada').selectOption('1 segundo');
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page.reload();
    await expect(rows.getByLabel('Actualizar datos cada')).toHaveValue('1');
    const asked = () => page.waitForResponse((answer) => answer.url().endsWith('/api/v1/trading/stats'));
    await page.goto('/dashboard');
    await asked();
    const began = performance.now();
    for (let times = 0; times < 4; times += 1) await asked();
    // Four requests would take twenty seconds at the default interval of five seconds.
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

test('a second factor can be set up with its recovery codes, and is required at the next sign-in', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  const { email, session } = await people.confirmed('Olga');
  await openWithSession(page, { session }, '/settings');
  await page.getByRole('button', { name: 'Activar segundo factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await proveIdentity(page);
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const authenticator = new Authenticator(server, secret);
  await dialog.getByLabel('Código de seis dígitos').fill(await authenticator.nextCode());

  await expect(dialog.getByText('Guarda tus códigos de recuperación')).toBeVisible();
  const codes = await dialog.locator('code').allTextContents();
  expect(new Set(codes).size).toBe(10);
  expect(codes.join(' ')).toMatch(/^([A-Z2-9]{4}(-[A-Z2-9]{4}){3} ?){10}$/);
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByText('Te quedan 10 de 10 códigos.')).toBeVisible();
  await expect(page.getByText('Con segundo factor')).toBeVisible();

  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByLabel('Código de tu aplicación').fill(await authenticator.nextCode());
  await expect(page).toHaveURL(/\/dashboard$/);
  // A request of the old session may still be in transit. The session with the second factor has replaced the old one.
  browserFaults.expect(/status of 40[01]/);
});

test('a page goes to /login if another device ends its session', async ({
  page,
  server,
  people,
  anotherBrowser,
  browserFaults,
}) => {
  const person = await people.confirmed('Olga');
  const phone = await anotherBrowser();
  await openWithSession(phone, { session: await people.signIn(person.email) });
  await expect(phone.getByRole('banner').getByText('Olga', { exact: true })).toBeVisible();
  await openWithSession(page, person, '/settings');
  await server.run(1_000);
  const others = page.getByRole('button', { name: /^Cerrar la sesión de/ });
  await expect(others).toHaveCount(1);
  await others.click();
  await expect(others).toHaveCount(0);
  await server.run(SESSION_END_MS);
  await expect(phone).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/settings$/);
  browserFaults.expect(/^alert: Sesión expirada/);
  browserFaults.expect(/status of 40[01]/);
});

test('a bot token is shown only once, works, and is refused after its deletion', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  await openWithSession(page, await people.confirmed('Olga'), '/settings');
  await page.getByRole('button', { name: 'Crear token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nombre').fill('Alertas de casa');
  await dialog.getByRole('button', { name: 'Crear token' }).click();
  await proveIdentity(page);
  await expect(dialog.getByText('Tu token nuevo')).toBeVisible();
  const token = (await dialog.locator('code').first().textContent()) ?? '';
  expect(token).toMatch(/^vigia_bot_[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
  const status = async () =>
    (await fetch(`${server.url}/api/v1/trading/stats`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(200);

  await page.reload();
  await expect(page.getByText('Alertas de casa').first()).toBeVisible();
  expect(await page.content()).not.toContain(token);
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toContain(token);
  await page.getByRole('button', { name: 'Eliminar el token Alertas de casa' }).click();
  await dialog.getByRole('button', { name: 'Eliminar token' }).click();
  await expect(page.getByText('Aún no tienes tokens de bot.', { exact: false })).toBeVisible();
  expect(await status()).toBe(401);
  browserFaults.expect(/status of 403/);
});

test('the activity list shows the security events, and marks events that another person may have caused', async ({
  page,
  people,
}) => {
  const person = await people.confirmed('Olga');
  await expect(people.signIn(person.email, 'no es la suya')).rejects.toThrow(/invalid_credentials/);
  await people.api('/api/v1/account/bot-tokens', person.session, {
    name: 'Diario',
    scopes: ['read'],
    expires_in_days: 30,
  });
  await openWithSession(page, { session: await people.signIn(person.email) }, '/settings');
  const log = page.locator(region('Actividad de la cuenta'));
  for (const fact of ['Inicio de sesión', 'Creaste un token de bot', 'Confirmaste tu correo', 'Creaste tu cuenta']) {
    await expect(log.getByText(fact).first()).toBeVisible();
  }
  await expect(log.getByText('«Diario»')).toBeVisible();
  await expect(log.getByText('127.0.0.1').first()).toBeVisible();
  const failed = log.getByRole('listitem').filter({ hasText: 'Intento de entrada con datos incorrectos' });
  // The server may store the event after it has sent the response.
  await expect(async () => {
    await page.reload();
    await expect(failed.getByText('Revísalo')).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('the declared country and legal age, and a self-exclusion, are unchanged after a reload', async ({
  page,
  people,
}) => {
  await openWithSession(page, await people.confirmed('Olga'), '/settings');
  const safety = page.locator(region('Dinero real y autoexclusión'));
  await safety.getByLabel('País de residencia', { exact: true }).selectOption('CO');
  await safety.getByRole('radio', { name: 'Soy mayor de edad' }).check();
  await safety.getByRole('button', { name: 'Guardar declaración' }).click();
  await expect(safety.getByText(/La hiciste el/)).toBeVisible();
  await safety.getByRole('button', { name: '7 días' }).click();
  await safety.getByRole('button', { name: 'Autoexcluirme' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Autoexcluirme ahora' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /Entiendo/ }).check();
  await dialog.getByRole('button', { name: 'Autoexcluirme ahora' }).click();
  await expect(safety.getByText(/^Autoexclusión en curso hasta el 25 nov 2026/)).toBeVisible();

  await page.reload();
  await expect(safety.getByText(/^Autoexclusión en curso hasta el 25 nov 2026/)).toBeVisible();
  await expect(safety.getByLabel('País de residencia', { exact: true })).toHaveValue('CO');
  await expect(safety.getByRole('radio', { name: 'Soy mayor de edad' })).toBeChecked();
  await expect(safety.getByText('Cumplido: Declarar que eres mayor de edad', { exact: false })).toBeVisible();
});

test('the export is a file with all data of the user', async ({ page, people, browserFaults }) => {
  const person = await people.confirmed('Olga');
  await openWithSession(page, person, '/settings');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await proveIdentity(page);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^vigia-mis-datos-2026-11-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(text))).length).toBeGreaterThan(3);
  expect(text).toContain(person.email);
  expect(text).not.toContain('argon2');
  browserFaults.expect(/status of 403/);
});

test('the deletion of an account leads to the landing page, and no sign-in opens the account again', async ({
  page,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Olga');
  await openWithSession(page, person, '/settings');
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tu contraseña').fill('no es la mía');
  await dialog.getByLabel(/^Escribe /).fill('ELIMINAR MI CUENTA');
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Tu contraseña').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await expect(page.getByText('Tu cuenta se eliminó')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(people.signIn(person.email)).rejects.toThrow(/invalid_credentials/);
  browserFaults.expect(/status of 4\d\d/);
});
