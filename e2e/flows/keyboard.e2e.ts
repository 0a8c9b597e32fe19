import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { press, tabTo, write } from '../support/keyboard.ts';
import { openWithSession, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/**
 * End-to-end tests without mouse and touch. The Tab key moves a visible focus to every element, and keys activate the
 * elements.
 */

test('a user can sign in by keyboard alone, starting at the landing page', async ({ page, people, browserFaults }) => {
  const { email } = await people.confirmed('Tere');
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Entrar' }).first());
  await expect(page).toHaveURL(/\/login$/);
  await write(page, page.getByLabel('Correo'), email);
  await write(page, page.getByLabel('Contraseña', { exact: true }), 'otra cosa distinta');
  await press(page, page.getByRole('button', { name: 'Entrar' }));
  await expect(page.getByRole('alert')).toHaveText('El correo o la contraseña no son correctos.');
  await write(page, page.getByLabel('Contraseña', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('banner').getByText('Tere', { exact: true })).toBeVisible();
  browserFaults.expect(/status of 400/);
});

test('a trade can be prepared and placed by keyboard alone', { tag: '@gate' }, async ({ page, server, people }) => {
  // The timeout is long, because every key press is a separate Playwright step.
  test.setTimeout(120_000);
  await openWithSession(page, await people.confirmed('Tere'));
  const ticket = page.getByLabel('Nueva operación');
  const put = ticket.getByRole('button', { name: /^PUT/ });
  await advanceClockUntil(server, (soon) => expect(put).toBeEnabled(soon));
  await write(page, ticket.getByLabel('Monto', { exact: true }), '25');
  const minute = ticket.getByRole('button', { name: '1 min', exact: true });
  await press(page, minute, 'Space');
  await expect(minute).toHaveAttribute('aria-pressed', 'true');
  await press(page, put);
  const row = page.getByRole('table', { name: 'Activas' }).getByRole('row').nth(1);
  await expect(row).toContainText('PUT');
  await expect(row).toContainText('$25.00');
  await expect(page.getByRole('banner').getByText('$9,975.00')).toBeVisible();
});

test('a setup can be edited and created by keyboard alone', async ({ page, people }) => {
  // The timeout is long, because every key press is a separate Playwright step.
  test.setTimeout(120_000);
  await openWithSession(page, await people.confirmed('Tere'), '/strategies/pcr');
  await press(page, page.getByRole('button', { name: 'Nuevo setup' }).first());
  const preview = page.getByRole('figure', { name: /Lo que este setup encuentra en EURUSD/ });
  await expect(preview).toContainText(/[1-9]\d* secuencias?, \d+ válidas?/);
  await write(page, page.getByLabel('Nombre', { exact: true }), 'Sin ratón');
  await tabTo(page, page.getByRole('slider', { name: 'Eficiencia mínima' }));
  // No sequence has the maximum body efficiency, so the preview finds no sequence.
  await page.keyboard.press('End');
  await expect(preview).toContainText(' 0 válidas');
  await page.keyboard.press('Home');
  await expect(preview).toContainText(/ [1-9]\d* válidas?/);
  await press(page, page.getByRole('button', { name: /^Dinero y riesgo/ }));
  await write(page, page.getByRole('textbox', { name: 'Monto', exact: true }), '12');
  await press(page, page.getByRole('button', { name: 'Crear setup' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Sin ratón' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sin ratón' })).toBeVisible();
});
