import { SIMULATED_PASSWORD } from '@vigia/broker-iqoption/simulator';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import { EAGER_STRATEGY } from '../support/candles.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { openWithSession, type People, type ProtectedPerson, proveIdentity } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const PHRASE = 'OPERAR CON DINERO REAL';

const Created = z.object({ data: z.object({ id: z.uuid() }) });

/** Creates a user who meets every condition of real money and is connected to IQ Option. */
async function readyForRealMoney(server: DrivenServer, people: People): Promise<ProtectedPerson> {
  const person = await people.withSecondFactor('Marta');
  const { email, session } = person;
  await server.endSecurityWait(email);
  await people.api('/api/v1/account/declaration', session, { adult: true, country: 'MX' }, 'PUT');
  const limits = { book: { scope: 'real', currency: 'USD' }, daily_loss_limit: 50 };
  await people.api('/api/v1/account/limits', session, limits, 'PUT');
  const login = { email, password: SIMULATED_PASSWORD };
  await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', session, login));
  return person;
}

for (const [screen, width, height] of SCREENS) {
  test(`a strategy reaches real money after a record on demo, and loses it with its losses: ${screen}`, async ({
    page,
    server,
    people,
    browserFaults,
  }, info) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height });
    const person = await readyForRealMoney(server, people);
    const { email, session } = person;
    await openWithSession(page, person);
    await waitForBrokerPrices(page, server, people, person, 'iqoption');
    const created = await people.api('/api/v1/strategies', session, { ...EAGER_STRATEGY, status: 'inactive' });
    const { id } = Created.parse(created).data;
    await page.goto('/strategies/binarias');
    const card = page.getByRole('article', { name: EAGER_STRATEGY.name });
    const question = card.getByRole('button', { name: /^¿Qué falta para operar con dinero real\?/ });
    await question.click();
    await expect(card.getByText('Con esta versión de las reglas no operó todavía en la demo')).toBeVisible();
    await expect(card.getByText('Van 0 de 7 días')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Pasar a IQ REAL' })).toHaveCount(0);

    const demo = { broker: 'iqoption', kind: 'demo' } as const;
    await server.storeTrades(email, { strategyId: id, venue: demo, won: 60, fromMs: server.nowMs - 30 * DAY_MS });
    await question.click();
    await question.click();
    await card.getByRole('button', { name: 'Pasar a IQ REAL' }).click();
    const dialog = page.getByRole('dialog', { name: `${EAGER_STRATEGY.name} operará sola con dinero real` });
    const submit = dialog.getByRole('button', { name: 'Pasar a IQ REAL' });
    await dialog.getByLabel(`Escribe ${PHRASE}`).fill(PHRASE);
    await expect(submit).toBeDisabled();
    await pictures(page, info, 'dialog');
    const terms = dialog.getByLabel(/^Escribe también: /);
    const [, phrase = ''] = (await dialog.getByText(/^Escribe también: /).textContent())?.split(': ') ?? [];
    await terms.fill(phrase);
    await submit.click();
    await proveIdentity(page, await person.authenticator.nextCode());
    await advanceClockUntil(server, (soon) => expect(dialog).toHaveCount(0, soon));
    await expect(card.getByText(/^Opera con dinero real en IQ REAL/)).toBeVisible();
    await pictures(page, info, 'real');

    const real = { broker: 'iqoption', kind: 'real' } as const;
    const lost = { strategyId: id, venue: real, won: 0, lost: 40, fromMs: server.nowMs - 10 * DAY_MS };
    await server.storeTrades(email, lost);
    await question.click();
    await question.click();
    await expect(card.getByText('Ahora no envía órdenes con dinero real, porque:')).toBeVisible();
    await expect(card.getByText(/^Con lo perdido en real la evidencia bajó/)).toBeVisible();
    // The browser logs 403 for the request before the proof of identity, and 404 or 409 for requests before the broker
    // has reported the account and its prices.
    browserFaults.expect(/status of 40[349]/);
  });
}
