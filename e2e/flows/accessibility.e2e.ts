import type { Locator, Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { mailTo, SUBJECT } from '../support/mailbox.ts';
import { freshEmail, openWithSession, PASSWORD, proveIdentity } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const DESK = { width: 1440, height: 900 } as const;
const PHONE = { width: 390, height: 844 } as const;
type Width = typeof DESK | typeof PHONE;
/** The widths at which some parts are checked during one visit: first desktop width, then phone width. */
const WIDTHS: readonly Width[] = [DESK, PHONE];

/** Waits until the layout has adapted to the width of the page. */
async function resize(page: Page, width: Width): Promise<void> {
  await page.setViewportSize(width);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Waits until the locator `shown` is visible, then checks the accessibility of one part of the page at each width. */
async function judgePart(page: Page, part: string, shown: Locator, widths: readonly Width[]): Promise<void> {
  for (const width of widths) {
    await resize(page, width);
    await expect(shown).toBeVisible();
    expect(await seriousFaults(page, part), `${width.width} px: ${shown}`).toEqual([]);
  }
}

/** Waits until the page shows this text, then checks the accessibility of the whole page. */
const judge = (page: Page, text: string | RegExp, widths = WIDTHS): Promise<void> =>
  judgePart(page, 'html', page.getByText(text).filter({ visible: true }).first(), widths);

/** Waits until the open dialog shows this text, then checks the accessibility of the dialog. */
const judgeDialog = (page: Page, text: string | RegExp, widths = WIDTHS): Promise<void> =>
  judgePart(page, '[role=dialog]', page.getByRole('dialog').getByText(text), widths);

test.beforeEach(async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(PHONE);
});

test('registration and its error screens have no serious accessibility fault', async ({ page, server }) => {
  const email = freshEmail('clara');
  await page.goto('/register');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await judge(page, 'Escribe tu correo.');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await judge(page, 'Escribe tu nombre.');
  await page.getByLabel('Nombre de usuario').fill('clara');
  await page.getByLabel('Nombre', { exact: true }).fill('Clara');
  await page.getByLabel('Apellido').fill('Rojas');
  await page.getByRole('checkbox', { name: /Soy mayor de edad/ }).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await judge(page, 'Revisa tu correo');
  await page.goto('/verify-email');
  await judge(page, 'Aquí se confirma tu correo');
  await page.evaluate(() => localStorage.clear());
  const { link } = await mailTo(server, email, SUBJECT.confirm);
  await page.goto(link);
  await judge(page, `Confirma que ${email} es tu correo.`);
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expect(page.getByText('Correo confirmado, inicia sesión.')).toBeVisible();
  await judge(page, 'Correo confirmado, inicia sesión.');
  await page.goto(link);
  await judge(page, /El enlace caducó o ya se usó\./);
  await page.getByRole('button', { name: 'Pedir otro correo' }).click();
  await judge(page, 'Pedir otro correo');
});

test('sign-in and password recovery have no serious accessibility fault', async ({
  page,
  server,
  people,
  anotherBrowser,
  browserFaults,
}) => {
  const { email, authenticator } = await people.withSecondFactor('Clara');
  await page.goto('/reset-password');
  await judge(page, 'Para elegir otra contraseña abre el enlace');
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await judge(page, 'Si hay una cuenta con');
  const { link } = await mailTo(server, email, SUBJECT.recovery);
  const other = await anotherBrowser();
  await other.goto(link);
  await judge(other, 'Este enlace solo sirve en el navegador donde lo pediste');
  await page.goto(link);
  // The link itself opens the page. The test checks the page after that.
  await expect(page.getByText('Antes de cambiarla')).toBeVisible();
  await judge(page, 'Antes de cambiarla');
  await page.getByLabel('Código de tu aplicación').fill(await authenticator.nextCode());
  await judge(page, 'Contraseña nueva');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await judge(page, 'Segundo factor');
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await judge(page, 'Uno de los diez que guardaste.');
  browserFaults.expect(/status of 403/);
});

test('the profile and the settings have no serious accessibility fault', async ({ page, people }) => {
  await openWithSession(page, await people.withSecondFactor('Clara'), '/profile');
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Clara');
  await judge(page, 'Nivel de riesgo');
  await page.goto('/settings');
  for (const section of ['Esta sesión', 'Aún no tienes tokens de bot.', 'Creaste tu cuenta', 'Autoexclusión']) {
    await expect(page.getByText(section).first()).toBeVisible();
  }
  await judge(page, 'Exportar mis datos');
  await page.getByRole('button', { name: '24 horas' }).click();
  const dialog = page.getByRole('dialog');
  for (const opener of ['Crear token', 'Generar nuevos', 'Agregar otro', 'Autoexcluirme', 'Eliminar']) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    await judgePart(page, '[role=dialog]', dialog, WIDTHS);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('the screens for editing and watching setups have no serious accessibility fault', async ({
  page,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Clara');
  await openWithSession(page, person, '/strategies/pcr');
  await judge(page, 'Usar como punto de partida');
  await people.api('/api/pcr/setup', person.session, { name: 'Tarde', asset: 'EURUSD' });
  await page.reload();
  for (const [opener, text] of [
    ['¿Por qué no opera?: Tarde', 'Ninguna oportunidad rechazada todavía'],
    ['Clonar: Tarde', 'Nombre del nuevo setup'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click();
    await judgeDialog(page, text);
    await page.keyboard.press('Escape');
  }
  await judge(page, 'Tarde');
  await page.getByRole('button', { name: 'Editar: Tarde' }).click();
  // On a phone the editor shows one step at a time: the journey pcr-editor-phone checks it there.
  await resize(page, DESK);
  await page.getByRole('button', { name: 'Avanzado' }).click();
  for (const step of ['Zona', 'Filtros', 'Entrada', 'Dinero y riesgo']) {
    await page.getByRole('button', { name: new RegExp(`^${step}`) }).click();
  }
  for (const filter of ['RSI', 'Horario', 'Tendencia']) {
    await page.getByRole('button', { name: 'Agregar filtro' }).click();
    await page.getByRole('menuitem', { name: filter }).click();
  }
  await page.getByRole('button', { name: 'Martingala', exact: true }).click();
  await page.getByRole('textbox', { name: 'Longitud mínima' }).fill('30');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('En juego, toda la escalera')).toBeVisible();
  await judge(page, /^No se guardaron los cambios/);
  browserFaults.expect(/status of 4(03|22)/);
  await page.getByRole('button', { name: 'Todos los setups' }).click();
  await judgeDialog(page, '¿Salir sin guardar?');
  await page.getByRole('button', { name: 'Salir y perderlos' }).click();
  await expect(page.getByRole('button', { name: 'Editar: Tarde' })).toBeVisible();
  await page.goto('/strategies/pcr/debug');
  await expect(page.getByRole('heading', { name: 'Salud' })).toBeVisible();
  await judge(page, 'Racha abierta');
});

test('the screens for connecting brokers have no serious accessibility fault', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  await openWithSession(page, await people.confirmed('Clara'), '/connections');
  await judge(page, /^Quotex prohíbe los bots/);
  await page.getByRole('button', { name: 'Conectar: Deriv' }).click();
  await page.getByText('Dónde obtenerlo').click();
  await page.getByRole('button', { name: 'Conectar: Quotex' }).click();
  const quotex = page.getByRole('article', { name: 'Quotex' });
  await quotex.getByRole('button', { name: 'Sesión del navegador' }).click();
  await quotex.getByRole('button', { name: 'Conectar', exact: true }).click();
  await judge(page, 'Falta este dato.');
  await quotex.getByRole('button', { name: 'Cancelar' }).click();
  const deriv = page.getByRole('article', { name: 'Deriv' });
  await deriv.getByLabel('Token de API', { exact: true }).fill('equivocado');
  await deriv.getByLabel('App ID').fill('vigia');
  await deriv.getByRole('button', { name: 'Conectar', exact: true }).click();
  await judgeDialog(page, 'Tu contraseña');
  await proveIdentity(page);
  await advanceClockUntil(server, (soon) => expect(deriv.getByRole('alert')).toBeVisible(soon));
  await deriv.getByRole('button', { name: 'Cancelar' }).click();
  await judge(page, 'Corregir datos');
  await deriv.getByRole('button', { name: 'Corregir datos: Deriv' }).click();
  await deriv.getByLabel('Token de API', { exact: true }).fill('pat_clara');
  await deriv.getByLabel('App ID').fill('vigia');
  await deriv.getByRole('button', { name: 'Conectar', exact: true }).click();
  await advanceClockUntil(server, (soon) => expect(deriv.getByText('Conectado', { exact: true })).toBeVisible(soon));
  await judge(page, 'En uso');
  await deriv.getByRole('button', { name: 'Usar: Deriv REAL' }).click();
  await judgeDialog(page, 'Qué falta');
  await page.keyboard.press('Escape');
  await deriv.getByRole('button', { name: 'Olvidar credenciales: Deriv' }).click();
  await judgeDialog(page, /^Se cierra la conexión/);
  browserFaults.expect(/status of 4(03|22)/);
});

test('the screens for editing and testing strategies have no serious accessibility fault', async ({ page, people }) => {
  const name = 'RSI: regreso desde el extremo';
  await openWithSession(page, await people.confirmed('Clara'), '/strategies/binarias');
  await judge(page, 'Usar como punto de partida');
  await page.getByRole('button', { name: `Usar ${name} como punto de partida` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Sobreventa').fill('90');
  await dialog.getByRole('button', { name: 'Crear estrategia' }).click();
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
  await judgeDialog(page, /^Últimas \d+ velas con estas reglas$/);
  await dialog.getByLabel('Sobreventa').fill('30');
  await dialog.getByRole('button', { name: 'Crear estrategia' }).click();
  await page.getByRole('button', { name: `Activar ${name}` }).click();
  await expect(page.getByRole('button', { name: `Pausar ${name}` })).toBeVisible();
  await judge(page, name);
  await page.getByRole('button', { name: `Probar ${name} en histórico` }).click();
  await dialog.getByRole('button', { name: 'Probar en histórico' }).click();
  await judgeDialog(page, 'Cuánto pudo haber caído');
  await dialog.getByRole('tab', { name: 'Por hora' }).click();
  await dialog.getByRole('button', { name: 'Barrido de parámetros' }).click();
  await dialog.getByRole('checkbox', { name: 'Variar Período' }).check();
  await dialog.getByRole('button', { name: /^Probar \d+ variantes$/ }).click();
  await judgeDialog(page, 'Las mejores sobre los mismos datos');
});

test('confirmation dialogs and screens with only a message have no serious accessibility fault', async ({
  page,
  people,
  browserFaults,
}) => {
  await page.goto('/forgot-password');
  await judge(page, 'Enviar correo');
  const person = await people.confirmed('Clara');
  await people.api('/api/pcr/setup', person.session, { name: 'Tarde', asset: 'EURUSD' });
  await people.api('/api/v1/strategies', person.session, { name: 'Noche', type: 'rsi' });
  await openWithSession(page, person, '/strategies/pcr');
  await page.getByRole('button', { name: 'Eliminar: Tarde' }).click();
  await judgeDialog(page, '¿Eliminar Tarde?');
  await page.goto('/strategies/binarias');
  await page.getByRole('button', { name: 'Más acciones de Noche' }).click();
  await judgePart(page, '[role=menu]', page.getByRole('menu'), WIDTHS);
  await page.getByRole('menuitem', { name: 'Eliminar…' }).click();
  await judgeDialog(page, '¿Eliminar Noche?');
  await page.goto('/calculator');
  await judge(page, /^Usar \d|^Con estos números/);
  await page.goto('/ayuda/veredictos');
  await judge(page, 'Cuántas operaciones hacen falta');
  browserFaults.expect(/status of 500/);
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { error: { code: 'internal' } } }));
  for (const path of ['/dashboard', '/strategies/pcr', '/strategies/binarias', '/connections', '/settings']) {
    await page.goto(path);
    await judge(page, 'Reintentar');
  }
});
for (const width of WIDTHS) {
  test.describe(`at ${width.width} px`, () => {
    test.beforeEach(({ page }) => page.setViewportSize(width));

    test('limits, balance and account dialogs have no serious accessibility fault', async ({ page, people }) => {
      const person = await people.confirmed('Clara');
      await people.api('/api/v1/account/bot-tokens', person.session, {
        name: 'Robot',
        scopes: ['trade'],
        expires_in_days: 30,
      });
      await openWithSession(page, person, '/settings');
      const limits = page.locator('#limites');
      await limits.getByRole('switch', { name: 'Limitar: Pérdida máxima por día' }).click();
      await limits.getByRole('button', { name: 'Guardar límites' }).click();
      await judge(page, 'Escribe un valor o quita el límite.', [width]);
      await limits.getByRole('textbox', { name: 'Pérdida máxima por día' }).fill('50');
      await limits.getByRole('textbox', { name: 'Operaciones activas a la vez' }).fill('5');
      await limits.getByRole('button', { name: 'Guardar límites' }).click();
      await judgeDialog(page, '¿Aflojar tus límites?', [width]);
      await page.getByRole('button', { name: 'Aflojar en 24 horas' }).click();
      await judge(page, /^5 a la vez desde mañana/, [width]);
      await page.getByRole('button', { name: /^Saldo/ }).click();
      await judgeDialog(page, 'En operaciones abiertas', [width]);
      await page.getByRole('button', { name: 'Reiniciar saldo' }).first().click();
      await judgeDialog(page, 'Saldo nuevo', [width]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Cuenta:/ }).click();
      await judgeDialog(page, 'Conectar un bróker', [width]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Detener todo' }).click();
      await page.getByRole('button', { name: /^Todo detenido/ }).click();
      await judgeDialog(page, '¿Reanudar todo?', [width]);
    });

    test('dialogs and panels of an anonymous demo account have no serious accessibility fault', async ({
      page,
      server,
    }) => {
      const isPhone = width === PHONE;
      const dialog = page.getByRole('dialog').last();
      /** Clicks this element to open a dialog, checks the dialog and closes it. */
      const judgeOpened = async (opener: Locator, what: string) => {
        await opener.click();
        await expect(dialog).toBeVisible();
        expect(await seriousFaults(page, '[role=dialog]'), what).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      };
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
      const menu = async () => {
        if (isPhone) await button('Menú').click();
      };
      await page.goto('/');
      await page.getByRole('button', { name: 'Probar demo' }).first().click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await advanceClockUntil(server, (soon) => expect(button(/^CALL/)).toBeEnabled(soon));
      await judgeOpened(button(/^Activo: EURUSD/), 'symbols');
      await judgeOpened(button('Indicadores y capas'), 'indicators');
      await button('Herramientas de dibujo').click();
      await judgeOpened(button('0 dibujos'), 'drawings');
      for (const [tab, text] of [
        ['Historial', 'Todavía no ha terminado ninguna operación.'],
        // The market runs during the test, so the list of signals may be empty or not.
        ['Señales', /Todavía no hay señales|Todas las reglas/],
      ] as const) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await judge(page, text, [width]);
      }
      if (isPhone) {
        await judgeOpened(button('Menú'), 'menu');
        await judgeOpened(button(/^Monto/), 'ticket');
      } else await judgeOpened(button('Apariencia'), 'appearance');
      await judgeOpened(button('Avisos'), 'notices');
      await menu();
      await button('Operar').click();
      await judgeDialog(page, 'Nueva operación', [width]);
      await page.keyboard.press('Escape');
      await menu();
      await button('Cerrar sesión').click();
      await judgeDialog(page, '¿Salir de la demo?', [width]);
    });
  });
}

test('every main screen has no serious accessibility fault when it opens', { tag: '@gate' }, async ({
  page,
  server,
}) => {
  const judgeOpened = async (path: string) => {
    for (const width of WIDTHS) {
      await resize(page, width);
      await expect(page.locator('h1').first()).toBeAttached();
      expect(await seriousFaults(page), `${width.width} px: ${path}`).toEqual([]);
    }
  };
  for (const path of ['/', '/login', '/register', '/no-such-place']) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await judgeOpened(path);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await advanceClockUntil(server, (soon) =>
    expect(page.getByRole('button', { name: /^CALL/ }).first()).toBeEnabled(soon),
  );
  await judgeOpened('/dashboard');
  for (const path of ['/settings', '/metrics']) {
    await page.goto(path);
    await judgeOpened(path);
  }
});
