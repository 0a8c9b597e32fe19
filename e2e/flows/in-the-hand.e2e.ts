import type { Locator, Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { Hand } from '../support/hand.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { pageTime } from '../support/page-time.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;
/** A first load on a busy machine, the taps, a minute of the market and the checks of the page. */
const LONG_MS = 240_000;

const SIZES = [
  ['a phone', { width: 390, height: 844 }, true],
  ['a laptop', { width: 1440, height: 900 }, false],
] as const;

const ticketOf = (page: Page) => page.getByRole('region', { name: 'Nueva operación' });
const strip = (page: Page) => page.getByRole('region', { name: 'En curso y últimos resultados' });
const running = (page: Page) => strip(page).getByRole('list', { name: 'Operaciones en curso' }).getByRole('listitem');
const marks = (page: Page) => strip(page).getByRole('img', { name: /^Tu(s)? último/ });

/** Waits until a button of the order form can send an order. */
const untilReady = (server: DrivenServer, button: Locator) =>
  advanceClockUntil(server, (soon) => expect(button).toBeEnabled(soon));

/** Returns the number of figures that must stay visible and lie under a toast. A toast first slides to its place. */
const coveredFigures = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[data-sonner-toast]')].flatMap((toast) => {
        const a = toast.getBoundingClientRect();
        return [...document.querySelectorAll('[data-keep-clear]')].filter((kept) => {
          const b = kept.getBoundingClientRect();
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        });
      }).length,
  );

for (const [where, viewport, isPhone] of SIZES) {
  test.describe(`on ${where}`, () => {
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone });

    test('the first one-minute trade takes three taps from the landing, and its repetition one', async ({
      page,
      server,
    }, info) => {
      test.setTimeout(LONG_MS);
      const hand = new Hand();
      const timeIsKnown = pageTime(page);
      await page.goto('/');
      await hand.tap(page.getByRole('button', { name: 'Probar demo' }).first());
      await expect(page).toHaveURL(/\/dashboard$/);
      const ticket = ticketOf(page);
      const call = ticket.getByRole('button', { name: /^CALL/ });
      await untilReady(server, call);
      await hand.tap(
        ticket.getByRole('button', { name: isPhone ? 'Cambiar la duración a 1 min' : '1 min', exact: true }),
      );
      await untilReady(server, call);
      await hand.tap(call);
      expect(hand.taps).toBe(3);
      await advanceClockUntil(server, (soon) => expect(running(page)).toHaveCount(1, soon));
      await expect(page.getByText('Orden aceptada: EURUSD CALL')).toBeVisible();
      await expect.poll(() => coveredFigures(page)).toBe(0);
      await advanceClockUntil(server, (soon) => expect(running(page)).toContainText(/00:\d\d/, soon));
      await advanceClockUntil(server, (soon) => expect(running(page)).toContainText(/[+−]?\$\d+\.\d\d/, soon));
      await info.attach('running', { body: await page.screenshot(), contentType: 'image/png' });

      await server.run(MINUTE_MS);
      // A toast lasts for four seconds of the page, so the clock creeps until it appears.
      const result = page.locator('[data-sonner-toast]').filter({ hasText: /(Ganada|Perdida|Empate): EURUSD CALL/ });
      await advanceClockUntil(server, (soon) => expect(result).toBeVisible(soon));
      await expect.poll(() => coveredFigures(page)).toBe(0);
      await info.attach('settled', { body: await page.screenshot(), contentType: 'image/png' });
      await expect(marks(page)).toHaveAttribute('aria-label', /^Tu último resultado: /);

      const repeat = strip(page).getByRole('button', { name: /^Repetir EURUSD CALL de \$10\.00 a 1 min/ });
      await timeIsKnown();
      await untilReady(server, repeat);
      const before = hand.taps;
      await hand.tap(repeat);
      await advanceClockUntil(server, (soon) => expect(running(page)).toHaveCount(1, soon));
      expect(hand.taps - before).toBe(1);
      await info.attach('repeated', { body: await page.screenshot(), contentType: 'image/png' });
      // A message lies over the rows for a few seconds.
      await advanceClockUntil(server, (soon) => expect(page.locator('[data-sonner-toast]')).toHaveCount(0, soon));
      expect(await seriousFaults(page)).toEqual([]);
      expect(await layoutFaults(page, { isTouch: isPhone })).toEqual([]);
    });

    test('a fresh signal is traded with two taps, and a late one is not offered', async ({ page, server }, info) => {
      test.setTimeout(LONG_MS);
      const timeIsKnown = pageTime(page);
      await page.goto('/');
      await page.getByRole('button', { name: 'Probar demo' }).first().click();
      await untilReady(server, ticketOf(page).getByRole('button', { name: /^CALL/ }));
      await page.getByRole('tab', { name: /Señales/ }).click();
      const signals = page.getByRole('tabpanel', { name: /Señales/ });
      const offer = signals.getByRole('button', { name: /^Operar esta señal/ });
      const isListed = async () => (await signals.getByRole('button', { name: /^Abrir la señal/ }).count()) > 0;
      await server.runUntil(isListed, 30 * MINUTE_MS);
      await signals.getByLabel('Operar a mano hasta').selectOption('120 s tras la señal');
      // Between two pongs the server's clock runs minutes ahead of the page. A signal that the page then finds late
      // does not count.
      const isFresh = async () => {
        if ((await offer.count()) === 0) return false;
        await timeIsKnown();
        return (await offer.count()) > 0;
      };
      await server.runUntil(isFresh, 60 * MINUTE_MS, { runMs: 5_000, stepMs: 250 });
      const name = (await offer.first().getAttribute('aria-label')) ?? '';
      const direction = /PUT/.test(name) ? 'PUT' : 'CALL';
      const hand = new Hand();
      await hand.tap(offer.first());
      const order = page.getByRole('dialog', { name: 'Operar esta señal' });
      await expect(order.getByText(/^Señal de hace \d+ s$/)).toBeVisible();
      await info.attach('signal', { body: await page.screenshot(), contentType: 'image/png' });
      const send = order.getByRole('button', { name: new RegExp(`^${direction}`) });
      await untilReady(server, send);
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await hand.tap(send);
      expect(hand.taps).toBe(2);
      await expect(order).toHaveCount(0);
      await advanceClockUntil(server, (soon) => expect(running(page)).toHaveCount(1, soon));
      await signals.getByLabel('Operar a mano hasta').selectOption('3 s, como la automatización');
      await server.run(4_000);
      await expect(offer).toHaveCount(0);
      await expect(signals.getByText('tarde').first()).toBeVisible();
    });
  });
}
