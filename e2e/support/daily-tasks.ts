import { expect, type Locator, type Page } from '@playwright/test';
import type { Hand } from './hand.ts';

type Soon = { readonly timeout: number };

/** A person at one page. The first page of a task is open and has loaded. */
export type Visitor = {
  readonly page: Page;
  readonly hand: Hand;
  readonly isPhone: boolean;
  /** Waits until a check succeeds that needs the server's time to pass. */
  readonly waitUntil: (holds: (soon: Soon) => Promise<void>) => Promise<void>;
};

const ticketOf = (page: Page): Locator => page.getByRole('region', { name: 'Nueva operación' });
const strip = (page: Page): Locator => page.getByRole('region', { name: 'En curso y últimos resultados' });
const running = (page: Page): Locator =>
  strip(page).getByRole('list', { name: 'Operaciones en curso' }).getByRole('listitem');
const phoneBar = (page: Page): Locator => page.getByRole('navigation', { name: 'Secciones' });

/** Opens a demo account from the landing page and buys a CALL of one minute. */
export async function firstTrade({ page, hand, isPhone, waitUntil }: Visitor): Promise<void> {
  await hand.tap(page.getByRole('button', { name: 'Probar demo' }).first());
  const ticket = ticketOf(page);
  const minute = isPhone ? 'Cambiar la duración a 1 min' : '1 min';
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await waitUntil((soon) => expect(call).toBeEnabled(soon));
  await hand.tap(ticket.getByRole('button', { name: minute, exact: true }));
  await waitUntil((soon) => expect(call).toBeEnabled(soon));
  await hand.tap(call);
  await waitUntil((soon) => expect(running(page)).toContainText(/0[01]:\d\d/, soon));
}

/** Waits on the dashboard until a trade can be repeated. */
export async function untilRepeatable({ page, waitUntil }: Visitor): Promise<void> {
  await waitUntil((soon) => expect(repeatOf(page)).toBeEnabled(soon));
}

const repeatOf = (page: Page): Locator => strip(page).getByRole('button', { name: /^Repetir / });

/** Repeats the last trade from the dashboard. */
export async function repeatLast({ page, hand, waitUntil }: Visitor): Promise<void> {
  await hand.tap(repeatOf(page));
  await waitUntil((soon) => expect(running(page)).toHaveCount(1, soon));
}

/** Lists the losses of yesterday from the dashboard. The button of this question states their number. */
export async function yesterdaysLosses({ page, hand, isPhone }: Visitor): Promise<void> {
  await hand.tap(
    isPhone ? phoneBar(page).getByRole('link', { name: 'Historial' }) : page.getByRole('tab', { name: /Historial/ }),
  );
  const questions = page.getByRole('group', { name: 'Preguntas frecuentes' });
  const losses = questions.getByRole('button', { name: /^Perdidas de ayer: [1-9]/ });
  await hand.tap(losses);
  await expect(losses).toHaveAttribute('aria-pressed', 'true');
  const [, count] = /: (\d+)/.exec((await losses.getAttribute('aria-label')) ?? '') ?? [];
  const history = page.getByRole('tabpanel', { name: /Historial/ });
  await expect(history.getByRole('button', { name: /: ver detalle$/ })).toHaveCount(Number(count));
}

/**
 * Creates a PCR setup from the dashboard, and opens the full report of its test on history. A verdict, which spends
 * budget, is one more tap.
 */
export async function setupMadeAndJudged({ page, hand, isPhone }: Visitor): Promise<void> {
  if (isPhone) await hand.tap(phoneBar(page).getByRole('link', { name: 'Setups' }));
  else {
    await hand.tap(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Binarias' }).first());
    await hand.tap(page.getByRole('main').getByRole('link', { name: 'PCR' }));
  }
  await hand.tap(page.getByRole('button', { name: 'Nuevo setup' }).first());
  const found = page.getByRole('figure', { name: /Lo que este setup encuentra en EURUSD/ });
  await expect(found).toContainText(/\d+ secuencias, \d+ válidas/);
  await hand.tap(page.getByRole('button', { name: isPhone ? 'Crear' : 'Crear setup', exact: true }));
  await hand.tap(page.getByRole('button', { name: isPhone ? 'Probar' : 'Ver informe', exact: true }));
  const report = page.getByRole('dialog', { name: /^Probar Nuevo setup/ });
  await expect(report.getByRole('button', { name: 'Pedir veredicto' })).toBeVisible();
}

/**
 * Stops all automatic trading from any screen.
 * @returns the words on the button before the tap
 */
export async function stopEverything({ page, hand }: Visitor): Promise<string> {
  const stop = page.getByRole('button', { name: 'Detener todo' });
  const words = (await stop.innerText()).trim();
  await hand.tap(stop);
  await expect(page.getByRole('button', { name: 'Todo detenido. Reanudar' })).toBeVisible();
  return words;
}
