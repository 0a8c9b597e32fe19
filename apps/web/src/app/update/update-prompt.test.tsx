import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OrderState, ordersOf } from '#features/trading/orders/order-store.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel } from '#shared/test/mount-panel.tsx';
import { UpdateOffer } from './update-prompt.tsx';

let api: FakeApi;
const setOrderState = (state: OrderState) => ordersOf(api.services).setState(state);
let accepted = 0;
const accept = () => {
  accepted += 1;
};
beforeEach(() => {
  drawNothing();
  accepted = 0;
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
  act(() => useUi.setState({ modal: null }));
});

async function mount(isReady = true) {
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <UpdateOffer isReady={isReady} accept={accept} />
    </>,
    { api },
  );
  await screen.findByText('page');
}
const offer = () => screen.queryByText('Hay una versión nueva');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('the update prompt is hidden while the app runs the newest version', async () => {
  await mount(false);
  expect(offer()).toBeNull();
});

it('the update prompt activates the new version on a click, and never without a click', async () => {
  await mount();
  expect([offer() !== null, accepted]).toEqual([true, 0]);
  press('Actualizar');
  expect(accepted).toBe(1);
});

it('the update prompt closes when the user dismisses it', async () => {
  await mount();
  press('Cerrar');
  expect([offer(), accepted]).toEqual([null, 0]);
});

it.each([
  ['the order form is open', () => useUi.setState({ modal: 'tradeForm' }), () => useUi.setState({ modal: null })],
  [
    'an order is being sent',
    () => setOrderState({ kind: 'sending', direction: 'CALL' }),
    () => setOrderState({ kind: 'idle' }),
  ],
])('the update prompt is hidden while %s', async (_what, begin, end) => {
  act(begin);
  await mount();
  expect(offer()).toBeNull();
  act(end);
  expect(offer()).not.toBeNull();
});

it('the update prompt waits for the response of an order that was sent at the moment of the click', async () => {
  await mount();
  act(() => {
    setOrderState({ kind: 'sending', direction: 'PUT' });
    press('Actualizar');
  });
  expect(accepted).toBe(0);
  expect(screen.getByText('Se actualiza en cuanto termines.')).toBeDefined();
  act(() => setOrderState({ kind: 'idle' }));
  expect(accepted).toBe(1);
});
