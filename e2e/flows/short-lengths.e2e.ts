import type { Page, TestInfo } from '@playwright/test';
import type { BookContract } from '@vigia/broker-kit/simulator';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { openWithSession, type People, type Person } from '../support/people.ts';
import type { SimulatedBrokerId } from '../support/simulated-brokers.ts';
import { expect, test } from '../support/test.ts';

const OUTCOMES = { won: 'Ganada', lost: 'Perdida', tie: 'Empate' } as const;
/** Time limit in milliseconds for a short trade and the report of its result. */
const PATIENCE_MS = 60_000;

const LOGINS: Readonly<Partial<Record<SimulatedBrokerId, (person: Person) => Record<string, string>>>> = {
  deriv: () => ({ api_token: 'pat_breve', app_id: 'vigia' }),
  iqoption: ({ email }) => ({ email, password: 'clave-simulada' }),
};

/** A trade of these tests: broker, asset, and the duration as the order form and the trade detail show it. */
type Short = {
  readonly id: SimulatedBrokerId;
  readonly symbol: string;
  readonly unit: 's' | 'ticks';
  readonly length: string;
  /** Text of the trade in the list of open trades. */
  readonly running: RegExp;
};

const SHORTS: readonly Short[] = [
  { id: 'deriv', symbol: 'EURUSD', unit: 's', length: '15 s', running: /^00:(0\d|1[0-5])$/ },
  { id: 'deriv', symbol: 'EURUSD', unit: 'ticks', length: '5 ticks', running: /^tick [0-5] de 5$/ },
  { id: 'iqoption', symbol: 'EURUSD', unit: 's', length: '5 s', running: /^00:0\d$/ },
];

async function connect(server: DrivenServer, people: People, person: Person, id: SimulatedBrokerId): Promise<void> {
  const body = LOGINS[id]?.(person) ?? {};
  await server.creep(people.api(`/api/v1/multi-broker/connect/${id}`, person.session, body));
}

const picture = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
};

/** Places the trade from the order form. Returns the option contract that the broker recorded for it. */
async function place(page: Page, server: DrivenServer, { id, unit, length }: Short): Promise<BookContract> {
  const { book } = server.brokers[id];
  const before = book.contracts().length;
  const ticket = page.getByLabel('Nueva operación').last();
  const unitOf = ticket.getByLabel('Unidad de la duración').getByRole('button', { name: unit, exact: true });
  await advanceClockUntil(server, (soon) => expect(unitOf).toBeVisible(soon));
  await unitOf.click();
  await ticket.getByRole('button', { name: length, exact: true }).click();
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  await advanceClockUntil(server, async () => expect(book.contracts()).toHaveLength(before + 1));
  const contract = book.contracts().at(-1);
  if (contract === undefined) throw new Error('the broker booked nothing');
  return contract;
}

for (const short of SHORTS) {
  const { id, symbol, unit, length } = short;
  for (const width of [1440, 390]) {
    test(`a trade of ${length} at ${id} opens, ends and appears in the history, at a width of ${width} px`, async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(120_000);
      // The server refuses a request for candles until the broker has sent its first prices.
      browserFaults.expect(/status of 409/);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      const person = await people.confirmed('Breve');
      await connect(server, people, person, id);
      await openWithSession(page, person, `/dashboard`);
      await waitForBrokerPrices(page, server, people, person, id);
      if (width === 390) await page.getByRole('button', { name: /^Duración: / }).click();
      const contract = await place(page, server, short);
      expect(contract.symbol).toBe(symbol);
      expect(contract.ticks ?? null).toBe(unit === 'ticks' ? 5 : null);
      await page.keyboard.press('Escape');

      const active = page.getByLabel('Activas');
      await advanceClockUntil(server, (soon) => expect(active.getByText(short.running).first()).toBeVisible(soon));
      await picture(page, info, 'running');
      await server.runUntil(async () => contract.result !== null, PATIENCE_MS, { runMs: 1_000, stepMs: 250 });
      await page.getByRole('tab', { name: /Historial/ }).click();
      const word = OUTCOMES[contract.result?.outcome ?? 'tie'];
      const ended = page.getByLabel('Historial', { exact: true }).last();
      await advanceClockUntil(server, (soon) => expect(ended.getByText(word, { exact: true })).toBeVisible(soon));
      await ended.getByRole('button', { name: /: ver detalle$/ }).click();
      const detail = page.getByRole('dialog');
      await expect(detail.getByText(length, { exact: true })).toBeVisible();
      await picture(page, info, 'ended');
    });
  }
}
