import type { Page } from '@playwright/test';
import { SIMULATED_PASSWORD } from '@vigia/broker-iqoption/simulator';
import type { BookContract } from '@vigia/broker-kit/simulator';
import { accessToken } from '@vigia/broker-olymptrade/simulator';
import type { Currency } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import { closeCandlesUntil, EAGER_STRATEGY } from '../support/candles.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { exportHistory } from '../support/history-file.ts';
import { openWithSession, type People, type Person } from '../support/people.ts';
import type { SimulatedBrokerId } from '../support/simulated-brokers.ts';
import { expect, test } from '../support/test.ts';
import { tradeAndSettle } from '../support/trades.ts';

/**
 * The longest time in milliseconds for a trade of one minute, including the time that broker and server need to report
 * its result.
 */
const RESULT_PATIENCE_MS = 90_000;
const OUTCOMES = { won: 'Ganada', lost: 'Perdida', tie: 'Empate' } as const;
const DOLLARS = { demo: 'USD', real: 'USD' } as const;

/**
 * A broker's demo account in a currency other than dollars, and one stake: as the test types it, as the screen shows
 * it, and as the file contains it.
 */
type Wallet = {
  readonly id: SimulatedBrokerId;
  readonly account: string;
  readonly currency: Currency;
  readonly scale: number;
  readonly stake: number;
  readonly shown: string;
  readonly file: string;
  /** The stake in the order form before the test changes it. */
  readonly start: string;
  readonly login: (person: Person, server: DrivenServer) => Record<string, string>;
};

const EUROS: Wallet = {
  id: 'iqoption',
  account: 'IQ demo',
  currency: 'EUR',
  scale: 100,
  stake: 12.5,
  shown: '€12.50',
  file: '12.50',
  start: '€10.00',
  login: ({ email }) => ({ email, password: SIMULATED_PASSWORD }),
};
const REAIS: Wallet = {
  id: 'quotex',
  account: 'Quotex demo',
  currency: 'BRL',
  scale: 100,
  stake: 25,
  shown: 'R$25.00',
  file: '25.00',
  start: 'R$10.00',
  login: ({ email }) => ({ email, password: 'clave-quotex' }),
};
const pesos = (olympUser: number): Wallet => ({
  id: 'olymptrade',
  account: 'Olymp Trade demo',
  currency: 'CLP',
  scale: 1,
  stake: 15_000,
  shown: '15,000 CLP',
  file: '15000',
  // Olymp Trade states no limits in pesos, so the default stake of the profile applies.
  start: '10 CLP',
  login: (_person, server) => ({ session_token: accessToken(olympUser, server.nowMs) }),
});

const Performance = z.object({ data: z.looseObject({ trades: z.number(), staked: z.number(), profit: z.number() }) });

/** Returns all statistics of one account kind and currency. */
async function performanceOf(people: People, { session }: Person, account: string, currency: Currency) {
  const path = `/api/v1/trading/performance?account=${account}&currency=${currency}`;
  // The comparison ignores the list of account kinds and currencies (`purses`), because each connected account may add
  // one.
  const { purses: _purses, ...figures } = Performance.parse(await people.api(path, session)).data;
  return figures;
}

const strip = (page: Page) => page.getByRole('region', { name: 'Rendimiento de lo filtrado' });

/** Connects a user to this broker with accounts in this currency. The accounts of other tests stay in dollars. */
async function connect(server: DrivenServer, people: People, person: Person, { id, currency, login }: Wallet) {
  const { book } = server.brokers[id];
  book.useCurrencies({ demo: currency, real: currency });
  const connected = people.api(`/api/v1/multi-broker/connect/${id}`, person.session, login(person, server));
  await server.creep(connected).finally(() => book.useCurrencies(DOLLARS));
}

/**
 * Checks one ended trade on the screen and in the exported file, and that only the statistics of its account kind and
 * currency include it.
 */
async function checkTrade(
  page: Page,
  server: DrivenServer,
  {
    people,
    person,
    wallet,
    contract,
  }: { readonly people: People; readonly person: Person; readonly wallet: Wallet; readonly contract: BookContract },
): Promise<void> {
  const { account, currency, scale, stake, shown, file, id } = wallet;
  const { result } = contract;
  if (result === null) throw new Error('the contract has not ended');
  expect(contract.stakeMinor).toBe(stake * scale);
  await page.getByRole('tab', { name: /Historial/ }).click();
  const ended = page.getByRole('table', { name: 'Historial' });
  const row = ended.getByRole('row').filter({ hasText: account });
  await advanceClockUntil(server, (soon) =>
    expect(row.getByText(OUTCOMES[result.outcome], { exact: true })).toBeVisible(soon),
  );
  await expect(row).toHaveCount(1);
  await expect(row.getByText(shown, { exact: true })).toBeVisible();

  await row.getByRole('button', { name: /: ver detalle$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(shown, { exact: true }).first()).toBeVisible();
  const entry = dialog.getByRole('term').filter({ hasText: /^Entrada$/ });
  // Olymp Trade's messages about a deal do not contain the entry price.
  const price = id === 'olymptrade' ? 'El bróker no lo dijo' : /\d\.\d/;
  await expect(entry.locator('xpath=following-sibling::dd[1]')).toContainText(price);
  await page.keyboard.press('Escape');

  const [line, ...others] = (await exportHistory(page)).filter((each) => each['moneda'] === currency);
  expect(others).toEqual([]);
  const profit = (result.profitMinor / scale).toFixed(scale === 1 ? 0 : 2);
  expect(line).toMatchObject({ bróker: id, cuenta: 'demo', monto: file, ganancia: profit, moneda: currency });

  const own = await performanceOf(people, person, 'demo', currency);
  expect(own).toMatchObject({ trades: 1, staked: stake, profit: result.profitMinor / scale });
}

for (const wallet of [EUROS, REAIS, pesos(46_300_021)]) {
  test(`a manual order on ${wallet.account} in ${wallet.currency} counts only for this account kind and currency`, async ({
    page,
    server,
    people,
    browserFaults,
  }) => {
    test.setTimeout(180_000);
    const { id, account, currency, start, stake, shown } = wallet;
    const person = await people.confirmed('Ines');
    await tradeAndSettle(server, people, person, [{ asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10 }]);
    const paper = await performanceOf(people, person, 'mock', 'USD');
    expect(paper).toMatchObject({ trades: 1, staked: 10 });
    await connect(server, people, person, wallet);
    await page.clock.setSystemTime(server.nowMs);
    await openWithSession(page, person);
    await waitForBrokerPrices(page, server, people, person, id);

    const ticket = page.getByLabel('Nueva operación');
    const amount = ticket.getByLabel('Monto', { exact: true });
    await advanceClockUntil(server, (soon) => expect(amount).toHaveValue(start.replace(' ', '\u{a0}'), soon));
    await amount.fill(String(stake));
    await amount.blur();
    await expect(amount).toHaveValue(shown.replace(' ', '\u{a0}'));
    await ticket.getByRole('button', { name: '1 min', exact: true }).click();
    const call = ticket.getByRole('button', { name: /^CALL/ });
    await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
    const { book } = server.brokers[id];
    const before = book.contracts().length;
    await call.click();
    await advanceClockUntil(server, async () => expect(book.contracts()).toHaveLength(before + 1));
    const [contract] = book.contracts().slice(before);
    if (contract === undefined) throw new Error('the broker booked nothing');
    await server.runUntil(async () => contract.result !== null, RESULT_PATIENCE_MS);
    await checkTrade(page, server, { people, person, wallet, contract });
    await expect(strip(page)).toContainText(shown);

    expect(await performanceOf(people, person, 'mock', 'USD')).toEqual(paper);
    await people.api('/api/v1/trading/mode/switch', person.session, { mode: 'mock' });
    await page.reload();
    await advanceClockUntil(server, (soon) => expect(amount).toHaveValue('$10.00', soon));
    await page.getByRole('tab', { name: /Historial/ }).click();
    await advanceClockUntil(server, (soon) => expect(strip(page)).toContainText('$10.00', soon));
    await expect(strip(page)).not.toContainText(currency === 'CLP' ? 'CLP' : shown);
    await expect(page.getByRole('table', { name: 'Historial' }).getByText(account, { exact: true })).toBeVisible();
    browserFaults.expect(/status of 40[49]/);
  });
}

for (const wallet of [EUROS, pesos(46_300_022)]) {
  test(`a strategy order on ${wallet.account} in ${wallet.currency} counts only for this account kind and currency`, async ({
    page,
    server,
    people,
    browserFaults,
  }) => {
    test.setTimeout(180_000);
    const { id, currency, stake } = wallet;
    const person = await people.confirmed('Ines');
    const paper = await performanceOf(people, person, 'mock', 'USD');
    await connect(server, people, person, wallet);
    await openWithSession(page, person);
    await waitForBrokerPrices(page, server, people, person, id);
    await people.api('/api/v1/strategies', person.session, {
      ...EAGER_STRATEGY,
      parameters: { ...EAGER_STRATEGY.parameters, trade_amount: stake },
    });
    await people.api('/api/v1/trading/mode/switch', person.session, { mode: 'mock' });
    const { book } = server.brokers[id];
    const before = book.contracts().length;
    await closeCandlesUntil(server, () => book.contracts().length > before);
    await people.api('/api/v1/trading/stop-all', person.session, {});
    const [contract] = book.contracts().slice(before);
    if (contract === undefined) throw new Error('the broker booked nothing');
    await server.runUntil(async () => contract.result !== null, RESULT_PATIENCE_MS);

    await page.goto('/strategies/binarias');
    const card = page.getByRole('article', { name: EAGER_STRATEGY.name });
    await expect(
      card.getByLabel(`Cuenta en la que opera ${EAGER_STRATEGY.name}`).locator('option:checked'),
    ).toContainText(currency);
    await page.getByRole('link', { name: 'Inicio' }).click();
    await checkTrade(page, server, { people, person, wallet, contract });
    expect(await performanceOf(people, person, 'mock', 'USD')).toEqual(paper);
    browserFaults.expect(/status of 40[49]/);
  });
}

test('risk limits in pesos are saved, survive a reload, and are refused if they exceed the balance of the account', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Ines');
  await connect(server, people, person, pesos(46_300_023));
  const Mode = z.object({ data: z.object({ chosen: z.object({ balance: z.number() }) }) });
  // The server stores the balance of a new connection after it has responded to the request.
  await server.runUntil(async () => {
    const mode = Mode.parse(await people.api('/api/v1/trading/mode/current', person.session));
    return mode.data.chosen.balance > 0;
  }, RESULT_PATIENCE_MS);
  await page.clock.setSystemTime(server.nowMs);
  await openWithSession(page, person, '/settings');
  const limits = page.locator('#limites');
  await expect(limits.getByLabel('Límites de', { exact: true })).toHaveValue('practice-CLP');
  const daily = 'Pérdida máxima por día';
  const field = limits.getByRole('textbox', { name: daily });
  await limits.getByRole('switch', { name: `Limitar: ${daily}` }).click();
  await field.fill('50000');
  await expect(limits.getByText('CLP', { exact: true }).first()).toBeVisible();
  await limits.getByRole('button', { name: 'Guardar límites' }).click();
  await expect(limits.getByText(`Ya rige: ${daily}, 50,000 CLP.`)).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('50000');

  await field.fill('49999.5');
  await limits.getByRole('button', { name: 'Guardar límites' }).click();
  await expect(limits.getByText(/sin decimales/).first()).toBeVisible();
  await field.fill('5000000');
  await limits.getByRole('button', { name: 'Guardar límites' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aflojar en 24 horas' }).click();
  await expect(page.getByText(/nunca frenaría nada: tu saldo, .* es de 1,000,0\d\d CLP/).first()).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('50000');

  // The practice account in dollars has its own risk limits.
  await page.goto('/settings?libro=practice-USD');
  await expect(limits.getByRole('switch', { name: `Limitar: ${daily}` })).not.toBeChecked();
  browserFaults.expect(/status of 4(04|09|22)/);
});
