import { SIMULATED_PASSWORD } from '@vigia/broker-iqoption/simulator';
import { accessToken } from '@vigia/broker-olymptrade/simulator';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import { closeCandlesUntil, EAGER_STRATEGY } from '../support/candles.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { openWithSession, type Person } from '../support/people.ts';
import type { SimulatedBrokerId } from '../support/simulated-brokers.ts';
import { expect, test } from '../support/test.ts';

/**
 * The longest time in milliseconds for a trade of one minute, including the time that broker and server need to report
 * its result.
 */
const RESULT_PATIENCE_MS = 90_000;
const OUTCOMES = { won: 'Ganada', lost: 'Perdida', tie: 'Empate' } as const;

type Login = (person: Person, server: DrivenServer) => Record<string, string>;
const LOGINS: readonly (readonly [SimulatedBrokerId, string, Login])[] = [
  ['iqoption', 'IQ demo', ({ email }) => ({ email, password: SIMULATED_PASSWORD })],
  ['deriv', 'Deriv demo', () => ({ api_token: 'pat_lola', app_id: 'vigia' })],
  ['olymptrade', 'Olymp Trade demo', (_person, server) => ({ session_token: accessToken(46_300_007, server.nowMs) })],
];

for (const [id, account, login] of LOGINS) {
  test(`a strategy trades on ${account} even after the user chooses another account for manual orders`, async ({
    page,
    server,
    people,
    browserFaults,
  }) => {
    test.setTimeout(180_000);
    const person = await people.confirmed('Lola');
    await server.creep(people.api(`/api/v1/multi-broker/connect/${id}`, person.session, login(person, server)));
    await openWithSession(page, person);
    await waitForBrokerPrices(page, server, people, person, id);
    await people.api('/api/v1/strategies', person.session, EAGER_STRATEGY);
    await people.api('/api/v1/trading/mode/switch', person.session, { mode: 'mock' });
    const { book } = server.brokers[id];
    const before = book.contracts().length;
    await closeCandlesUntil(server, () => book.contracts().length > before);
    const [contract] = book.contracts().slice(before);
    if (contract === undefined) throw new Error('the broker booked nothing');
    expect(book.account(contract.accountId)?.kind).toBe('demo');
    await people.api('/api/v1/trading/stop-all', person.session, {});
    await server.runUntil(async () => contract.result !== null, RESULT_PATIENCE_MS);

    await page.goto('/strategies/binarias');
    const card = page.getByRole('article', { name: EAGER_STRATEGY.name });
    await expect(card.getByLabel(`Cuenta en la que opera ${EAGER_STRATEGY.name}`)).toHaveValue(id);
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('tab', { name: /Historial/ }).click();
    const ended = page.getByRole('table', { name: 'Historial' });
    const word = OUTCOMES[contract.result?.outcome ?? 'tie'];
    await advanceClockUntil(server, (soon) => expect(ended.getByText(word, { exact: true }).first()).toBeVisible(soon));
    await expect(ended.getByText(account, { exact: true }).first()).toBeVisible();
    // The payout was not known when the order was sent to Deriv. The trade detail shows the payout that Deriv's
    // acceptance contained.
    await ended
      .getByRole('button', { name: /^EURUSD .*: ver detalle$/ })
      .first()
      .click();
    const payout = page.getByRole('dialog').getByRole('term').filter({ hasText: 'Pago fijado al aceptarla' });
    await expect(payout.locator('xpath=following-sibling::dd[1]')).toHaveText(/^[1-9]\d(\.\d)? %$/);
    browserFaults.expect(/status of 40[49]/);
  });
}

test('a strategy cannot be moved to a broker that forbids bots, and the screen shows the reason', async ({
  page,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Lola');
  await people.api('/api/v1/strategies', person.session, { ...EAGER_STRATEGY, status: 'inactive' });
  await openWithSession(page, person, '/strategies/binarias');
  const account = page.getByLabel(`Cuenta en la que opera ${EAGER_STRATEGY.name}`);
  await expect(account).toHaveValue('mock');
  await account.selectOption('quotex');
  await expect(page.getByText(/^Quotex prohíbe operar con programas/)).toBeVisible();
  await expect(account).toHaveValue('mock');
  await account.selectOption('deriv');
  await expect(page.getByText(`${EAGER_STRATEGY.name} opera ahora en Deriv demo`)).toBeVisible();
  await expect(account).toHaveValue('deriv');
  browserFaults.expect(/status of 409/);
});
