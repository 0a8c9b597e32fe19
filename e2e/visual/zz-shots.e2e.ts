import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test as base } from '../support/test.ts';
import { DrivenServer } from '../support/driven-server.ts';
import { enterAs } from '../support/people.ts';
import { type Camila, camilaOn, runTo } from './camila.ts';

const WIDTHS = [360, 390, 768, 820, 1024, 1280, 1440] as const;
const PATHS: readonly [string, string][] = [
  ['dashboard', '/dashboard'], ['connections', '/connections'], ['strategies', '/strategies/binarias'], ['pcr', '/strategies/pcr'],
  ['debug', '/strategies/pcr/debug'], ['calculator', '/calculator'], ['settings', '/settings'], ['profile', '/profile'],
  ['veredictos', '/ayuda/veredictos'], ['verificar', '/verificar'],
];
const OPEN: readonly [string, string][] = [['landing', '/'], ['login', '/login'], ['register', '/register'], ['forgot', '/forgot-password']];
const ALL = WIDTHS, PHONES = [360, 390, 768] as const;
const DIALOGS: readonly [string, string, RegExp, readonly number[]][] = [
  ['asset-picker', '/dashboard', /^Activo: /, ALL], ['amount', '/dashboard', /^Monto/, PHONES], ['menu', '/dashboard', /^Menú$/, PHONES],
  ['account', '/dashboard', /^Cuenta: .* Cambiar$/, ALL], ['balance', '/dashboard', /^Saldo: /, ALL], ['notices', '/dashboard', /^Avisos/, ALL],
  ['goto', '/dashboard', /^Ir a, cambiar activo/, [820, 1024, 1280, 1440]],
  ['layout', '/dashboard', /gráficos/i, [1024, 1280, 1440]], ['indicators', '/dashboard', /Indicadores/, ALL], ['stop', '/dashboard', /Detener/, ALL],
  ['pcr-library', '/strategies/pcr', /^Biblioteca/, ALL], ['pcr-why', '/strategies/pcr', /^¿Por qué no opera\?: /, ALL],
  ['pcr-stats', '/strategies/pcr', /^Ver estadísticas: /, ALL], ['pcr-clone', '/strategies/pcr', /^Clonar: /, ALL], ['pcr-new', '/strategies/pcr', /^Nuevo setup|^Crear/, ALL],
  ['strategies-library', '/strategies/binarias', /^Biblioteca/, ALL], ['strategy-new', '/strategies/binarias', /^Nueva estrategia$/, ALL],
  ['deriv', '/connections', /^Conectar: Deriv/, ALL], ['iq', '/connections', /^Conectar: IQ/, ALL],
];
const test = base.extend<object, { readonly server: DrivenServer; readonly camila: Camila }>({
  // oxlint-disable-next-line no-empty-pattern
  server: [async ({}, use) => { const server = await DrivenServer.start(); await use(server); await server.stop(); }, { scope: 'worker', timeout: 120_000 }],
  camila: [async ({ server }, use) => { const c = await camilaOn(server); await runTo(server, Date.parse('2026-11-18T13:22:12.000Z')); await use(c); }, { scope: 'worker', timeout: 120_000 }],
});
test.use({ trace: 'off', screenshot: 'off' });

async function shoot(page: Page, theme: string, name: string, widths: readonly number[]) {
  mkdirSync(`/tmp/shots/${theme}`, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
    await page.evaluate(() => new Promise((d) => requestAnimationFrame(() => requestAnimationFrame(d))));
    await page.waitForTimeout(150);
    await page.screenshot({ path: `/tmp/shots/${theme}/${name}-${width}.png`, animations: 'disabled' });
  }
}
for (const theme of ['dark', 'light'] as const) {
  test(`shots ${theme}`, async ({ page, server, camila }) => {
    test.setTimeout(900_000);
    page.setDefaultTimeout(6_000);
    await page.addInitScript((chosen) => localStorage.setItem('app_theme', chosen), theme);
    for (const [name, path] of OPEN) { await page.goto(server.url + path); await page.waitForTimeout(800); await shoot(page, theme, name, ALL).catch((e) => console.log(name, String(e).slice(0, 150))); }
    await page.goto(server.url);
    await enterAs(page, camila, '/dashboard');
    for (const [name, path] of PATHS) {
      await page.goto(server.url + path); await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('[data-skeleton]')).toHaveCount(0, { timeout: 8000 }).catch(() => console.log('skeleton', name));
      await page.waitForTimeout(700);
      await shoot(page, theme, name, ALL).catch((e) => console.log(name, String(e).slice(0, 150)));
    }
    for (const [name, path, opener, widths] of DIALOGS) {
      for (const width of widths) {
        try {
          await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
          if (!page.url().endsWith(path)) { await page.goto(server.url + path); await expect(page.locator('[data-skeleton]')).toHaveCount(0); }
          await page.getByRole('button', { name: opener }).filter({ visible: true }).first().click({ timeout: 2500 });
          await page.waitForTimeout(500);
          await page.screenshot({ path: `/tmp/shots/${theme}/d-${name}-${width}.png`, animations: 'disabled' });
        } catch (e) { console.log(name, width, String(e).slice(0, 120)); }
        await page.keyboard.press('Escape'); await page.keyboard.press('Escape'); await page.waitForTimeout(120);
        if ((await page.getByRole('dialog').count()) > 0 || (await page.getByRole('alertdialog').count()) > 0) await page.goto(server.url + path);
      }
    }
  });
}
