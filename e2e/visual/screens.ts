import { expect, type Page } from '@playwright/test';
import type { Camila } from './camila.ts';

/** A screen of which the tests take pictures. */
export type PicturedScreen = {
  readonly name: string;
  /** The path of the screen. If the screen needs a session, a function that returns the path for the user. */
  readonly path: string | ((camila: Camila) => string);
  /** Performs further steps before the picture. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Waits for everything on the screen that appears even while the server's clock is stopped. */
  readonly complete: (page: Page) => Promise<void>;
  /**
   * Returns true if the screen shows its prices, which arrive only while the server's clock runs. Absent if the screen
   * has no prices.
   */
  readonly hasPrices?: (page: Page) => Promise<boolean>;
};

const PATIENCE = { timeout: 30_000 };

const shows = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible(PATIENCE);

const draws = (page: Page, figure: RegExp) =>
  expect(page.getByRole('figure', { name: figure }).locator('canvas').first()).toBeVisible(PATIENCE);

/** All screens. Each picture has a fixed time, even if a run takes only some of the pictures. */
export const SCREENS: readonly PicturedScreen[] = [
  {
    name: 'dashboard',
    path: () => '/dashboard',
    complete: async (page) => {
      await draws(page, /^Gráfico de EURUSD/);
      await expect(page.getByRole('table', { name: 'Activas' }).getByRole('row')).toHaveCount(4);
    },
    hasPrices: async (page) => {
      const results = page.getByRole('table', { name: 'Activas' }).getByText(/^(Ganando|Perdiendo|Empate)/);
      // With three open trades the ticket is full, and without prices it says that it waits for them.
      const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL.*Ya tienes 3 activas/ });
      return (await results.count()) === 3 && (await call.count()) === 1;
    },
  },
  {
    name: 'pcr',
    path: ({ setupId }) => `/strategies/pcr?setup=${setupId}`,
    complete: async (page) => {
      const preview = page.getByRole('figure', { name: /Lo que este setup encuentra en EURUSD/ });
      await expect(preview).toContainText(/[1-9]\d* secuencias?, \d+ válidas?/, PATIENCE);
      await expect(preview.locator('canvas').first()).toBeVisible(PATIENCE);
      await expect(page.getByRole('region', { name: '¿Sirve?' })).toContainText('sin gastar', PATIENCE);
    },
  },
  { name: 'landing', path: '/', complete: (page) => shows(page, 'señal a las') },
  { name: 'login', path: '/login', complete: (page) => shows(page, 'Olvidé mi contraseña') },
  { name: 'strategies', path: () => '/strategies/binarias', complete: (page) => shows(page, /^Con un pago de/) },
  {
    name: 'connections',
    path: () => '/connections',
    prepare: (page) => page.getByRole('button', { name: 'Conectar: Deriv' }).click(),
    complete: (page) => shows(page, 'Token de API'),
  },
  { name: 'calculator', path: () => '/calculator', complete: (page) => shows(page, /^Usar \d/) },
  { name: 'settings', path: () => '/settings', complete: (page) => shows(page, 'Zona horaria') },
];
