import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Direction } from '@vigia/core/vocabulary';
import { afterEach, expect, it } from 'vitest';
import { useHotkeys } from './hotkeys.ts';

afterEach(cleanup);

function mount(armed: boolean) {
  const orders: Direction[] = [];
  const order = (direction: Direction) => orders.push(direction);
  function Page() {
    useHotkeys(armed, order);
    return (
      <>
        <input aria-label="monto" />
        <div role="dialog">
          <button type="button">aceptar</button>
        </div>
      </>
    );
  }
  render(<Page />);
  return orders;
}

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });

it('sends CALL on A and ↑, PUT on S and ↓ while armed', () => {
  const orders = mount(true);
  for (const key of ['a', 'ArrowUp', 'S', 'ArrowDown', 'q']) press(key);
  expect(orders).toEqual(['CALL', 'CALL', 'PUT', 'PUT']);
});

it('does nothing unarmed', () => {
  const orders = mount(false);
  press('a');
  expect(orders).toEqual([]);
});

it('stays out of fields and dialogs', () => {
  const orders = mount(true);
  press('a', {}, screen.getByLabelText('monto'));
  press('s', {}, screen.getByText('aceptar'));
  expect(orders).toEqual([]);
});

it('takes a held key once and leaves the shortcuts of the browser alone', () => {
  const orders = mount(true);
  press('a', { repeat: true });
  press('a', { ctrlKey: true });
  press('s', { metaKey: true });
  expect(orders).toEqual([]);
});
