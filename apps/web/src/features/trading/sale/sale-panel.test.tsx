import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Option, SaleView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { useTradeDetail } from '../detail/detail-store.ts';
import { TradeDetail } from '../detail/trade-detail.tsx';
import { tradeOf, wonTrade } from '../trades/testing.ts';

const TRADE = tradeOf({ broker: 'deriv', account: 'demo', source: 'deriv' });
const ONE = `/api/v1/trading/option/${TRADE.id}`;
const SALE = `${ONE}/sale`;

const offered = (given: Partial<Extract<SaleView, { state: 'offered' }>> = {}): SaleView => ({
  state: 'offered',
  currency: 'USD',
  price: 11.4,
  profit: 1.4,
  stated_at: new Date().toISOString(),
  ...given,
});
const SOLD = wonTrade({
  ...TRADE,
  status: 'cancelled',
  profit: 1.4,
  settlement: { ...(wonTrade().settlement ?? raise()), reason: 'sold', price: null },
});

function raise(): never {
  throw new Error('a won trade has a settlement');
}

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi()
    .on('GET /api/v1/trading/assets', ok([]))
    .on(`GET ${ONE}/events`, ok([]))
    .on(`GET ${SALE}`, ok(offered()));
});
afterEach(() => {
  cleanup();
  useTradeDetail.setState({ trade: null });
});

async function open(trade: Option = TRADE) {
  api.on(`GET ${ONE}`, ok(trade));
  mountPanel(<TradeDetail />, { api });
  useTradeDetail.getState().open(trade);
  return within(await screen.findByRole('dialog', { name: 'EURUSD CALL' }));
}

const button = (name: RegExp | string) => screen.findByRole('button', { name });

it('the detail of a trade at a broker shows the sale price, the profit of a sale and the age of the price', async () => {
  api.on(`GET ${SALE}`, ok(offered({ stated_at: new Date(Date.now() - 2_100).toISOString() })));
  const dialog = await open();
  const panel = within(await dialog.findByRole('region', { name: 'Vender antes de la expiración' }));
  expect((await panel.findByText(/^\$11\.40/)).textContent).toMatch(/^\$11\.40 hace [23] s$/);
  expect(panel.getByText('+$1.40')).toBeDefined();
});

it('a sale requires one confirmation, sends the price that was shown, and ends the trade as sold', async () => {
  api.on(`POST ${SALE}`, ok(SOLD));
  await open();
  fireEvent.click(await button('Vender ahora'));
  expect(api.bodies(`POST ${SALE}`)).toEqual([]);
  expect(await screen.findByText('Se vende por $11.40 o más, o no se vende. Resultado: +$1.40.')).toBeDefined();
  const confirm = await button('Vender por $11.40');
  expect(document.activeElement).toBe(confirm);
  api.on(`GET ${ONE}`, ok(SOLD));
  fireEvent.click(confirm);
  expect(await screen.findByText('Vendida')).toBeDefined();
  expect(api.bodies(`POST ${SALE}`)).toEqual([{ min_price: 11.4 }]);
  expect(api.calls.find(({ method }) => method === 'POST')?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(screen.queryByRole('button', { name: 'Vender ahora' })).toBeNull();
});

it('the sale price does not change while the confirmation is open', async () => {
  await open();
  fireEvent.click(await button('Vender ahora'));
  api.on(`GET ${SALE}`, ok(offered({ price: 9, profit: -1 })));
  await waitFor(() => expect(api.calls.filter(({ path }) => path === SALE).length).toBeGreaterThan(1), {
    timeout: 5_000,
  });
  expect(await button('Vender por $11.40')).toBeDefined();
});

it('a cancelled confirmation sends no request and returns the focus to the button', async () => {
  await open();
  fireEvent.click(await button('Vender ahora'));
  fireEvent.click(await button('No vender'));
  expect(document.activeElement).toBe(await button('Vender ahora'));
  expect(api.bodies(`POST ${SALE}`)).toEqual([]);
});

it('a refused sale shows the reason and the new price', async () => {
  const why = 'Deriv ya no paga $11.40: no se vendió nada.';
  api.on(`POST ${SALE}`, refused(409, 'sale_price_moved', why));
  await open();
  fireEvent.click(await button('Vender ahora'));
  api.on(`GET ${SALE}`, ok(offered({ price: 10.9, profit: 0.9 })));
  fireEvent.click(await button('Vender por $11.40'));
  expect(await screen.findByText(why)).toBeDefined();
  expect(await screen.findByText(/^\$10\.90/)).toBeDefined();
});

it('a sale without a response shows that the sale is in progress, and offers no button to repeat it', async () => {
  api.on(`POST ${SALE}`, ok(TRADE));
  await open();
  fireEvent.click(await button('Vender ahora'));
  const selling = { state: 'selling', currency: 'USD', min_price: 11.4, asked_at: new Date().toISOString() };
  api.on(`GET ${SALE}`, ok(selling));
  fireEvent.click(await button('Vender por $11.40'));
  expect(await screen.findByText('Vendiendo…')).toBeDefined();
  expect(await screen.findByText(/lo dirán los registros de .*: no se envía otra vez\.$/)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Vender/ })).toBeNull());
});

it('a trade that cannot be sold shows the reason', async () => {
  const reason = 'Esta operación no se puede vender antes de su expiración: el bróker no lo ofrece.';
  api.on(`GET ${SALE}`, ok({ state: 'unavailable', code: 'sale_not_offered', reason }));
  await open();
  expect(await screen.findByText(reason)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Vender ahora' })).toBeNull();
});

it('the sale button is disabled if the price is too old', async () => {
  api.on(`GET ${SALE}`, ok(offered({ stated_at: new Date(Date.now() - 11_000).toISOString() })));
  await open();
  expect((await button('Vender ahora')).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('El precio es viejo: esperando uno nuevo.')).toBeDefined();
});

it('a paper trade and an ended trade offer no sale', async () => {
  await open(tradeOf());
  expect(screen.queryByRole('region', { name: 'Vender antes de la expiración' })).toBeNull();
  cleanup();
  const dialog = await open(SOLD);
  expect(screen.queryByRole('region', { name: 'Vender antes de la expiración' })).toBeNull();
  expect(dialog.getByText('Volvió a tu saldo').nextElementSibling?.textContent).toBe('$11.40');
});
