import { expect, type Page } from '@playwright/test';
import { advanceClockUntil } from './advance-clock-until.ts';
import { waitForBrokerPrices } from './broker-prices.ts';
import type { DrivenServer } from './driven-server.ts';
import { openWithSession, type People, type Person } from './people.ts';

export const DIGITAL_SYMBOL = 'EURUSD-DIG';
/** On screens narrower than this, a button with the chosen duration opens the order form. */
const WIDE_PX = 768;

type Stage = { readonly page: Page; readonly server: DrivenServer; readonly people: People };

/** Connects a user to IQ Option and opens their dashboard with the broker's prices. */
export async function openDashboardWithDigitalOptions({ page, server, people }: Stage, name: string): Promise<Person> {
  const person = await people.confirmed(name);
  const login = { email: person.email, password: 'clave-simulada' };
  await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', person.session, login));
  await openWithSession(page, person, '/dashboard');
  await waitForBrokerPrices(page, server, people, person, 'iqoption');
  return person;
}

/**
 * Chooses the digital option asset and a duration, buys a CALL with the order form, and returns the option contract in
 * the broker's order book.
 * @param length label of the duration, such as `1 min`
 * @param show called when the list of assets is on the screen, and again when the order form is
 */
export async function buyDigital(
  { page, server }: Stage,
  length: string,
  show: (name: string) => Promise<void> = async () => undefined,
) {
  const { book } = server.brokers.iqoption;
  await page
    .getByRole('button', { name: /^Activo: / })
    .first()
    .click();
  await page.getByRole('combobox').fill('DIG');
  const option = page.getByRole('option', { name: new RegExp(DIGITAL_SYMBOL) }).first();
  await advanceClockUntil(server, (soon) => expect(option).toBeVisible(soon));
  await show('assets');
  await option.click();
  if ((page.viewportSize()?.width ?? 0) < WIDE_PX) await page.getByRole('button', { name: /^Duración: / }).click();
  const ticket = page.getByLabel('Nueva operación').last();
  const choice = ticket.getByRole('button', { name: length, exact: true });
  await advanceClockUntil(server, (soon) => expect(choice).toBeVisible(soon));
  await choice.click();
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await show('ticket');
  const before = book.contracts().length;
  await call.click();
  await advanceClockUntil(server, async () => expect(book.contracts()).toHaveLength(before + 1));
  const contract = book.contracts().at(-1);
  if (contract === undefined) throw new Error('the broker booked nothing');
  expect(contract).toMatchObject({ symbol: 'EURUSD', direction: 'CALL' });
  await page.keyboard.press('Escape');
  return contract;
}
