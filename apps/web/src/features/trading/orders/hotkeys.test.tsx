import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Direction } from '@vigia/core/vocabulary';
import { type ReactNode, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useOrderKeys } from '#shared/lib/order-keys.ts';
import { useTicketStore } from '../ticket/ticket-store.ts';
import { useHotkeyDisarming, useHotkeys } from './hotkeys.ts';

afterEach(cleanup);

let orders: Direction[];
const order = (direction: Direction) => void orders.push(direction);

beforeEach(() => {
  orders = [];
});

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });

describe('trading hotkeys', () => {
  function mount(armed: boolean, beside: ReactNode = null) {
    function Page() {
      useHotkeys(armed, order);
      return beside;
    }
    return render(<Page />);
  }

  it('send CALL on A and ↑, PUT on S and ↓ while armed', () => {
    mount(true);
    for (const key of ['a', 'ArrowUp', 'S', 'ArrowDown', 'q']) press(key);
    expect(orders).toEqual(['CALL', 'CALL', 'PUT', 'PUT']);
  });

  it('send nothing until they are armed', () => {
    mount(false);
    press('a');
    expect(orders).toEqual([]);
  });

  it.each([
    ['a field', <input key="x" data-testid="there" />],
    ['a longer text', <textarea key="x" data-testid="there" />],
    ['a choice', <select key="x" data-testid="there" />],
    ['a text that can be edited', <div key="x" data-testid="there" contentEditable="true" />],
    ['a text edited as plain', <div key="x" data-testid="there" contentEditable="plaintext-only" />],
    ['a list being searched', <div key="x" data-testid="there" role="combobox" />],
    ['a menu', <div key="x" data-testid="there" role="menu" />],
    ['a slider', <div key="x" data-testid="there" role="slider" />],
  ])('are ignored when the focus is in %s', (_where, beside) => {
    mount(true, beside);
    for (const key of ['a', 's', 'ArrowUp', 'ArrowDown']) press(key, {}, screen.getByTestId('there'));
    expect(orders).toEqual([]);
  });

  it('are ignored in other dialogs, and on the page below an open dialog', () => {
    mount(true, <div role="dialog" data-testid="there" />);
    press('a', {}, screen.getByTestId('there'));
    press('a');
    expect(orders).toEqual([]);
  });

  describe('trading hotkeys of an order form in a dialog', () => {
    function mountInDialog(beside: ReactNode = null) {
      function Dialog() {
        const ticket = useRef<HTMLDivElement>(null);
        useHotkeys(true, order, ticket);
        return (
          <>
            <div role="dialog" data-testid="dialog">
              <div ref={ticket}>
                <input data-testid="amount" />
              </div>
            </div>
            {beside}
          </>
        );
      }
      render(<Dialog />);
    }

    it('work everywhere in the dialog except in its fields', () => {
      mountInDialog();
      press('a', {}, screen.getByTestId('dialog'));
      press('s');
      press('a', {}, screen.getByTestId('amount'));
      expect(orders).toEqual(['CALL', 'PUT']);
    });

    it('are ignored while a second dialog is open above the first dialog', () => {
      mountInDialog(<div role="alertdialog" />);
      press('a', {}, screen.getByTestId('dialog'));
      expect(orders).toEqual([]);
    });
  });

  it('are ignored if another part of the page has already handled the key', () => {
    mount(true, <div data-testid="there" onKeyDown={(event) => event.preventDefault()} />);
    press('ArrowDown', {}, screen.getByTestId('there'));
    expect(orders).toEqual([]);
  });

  it('send only one order while the user holds a key down', () => {
    mount(true);
    press('a');
    press('a', { repeat: true });
    expect(orders).toEqual(['CALL']);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'isComposing'])(
    'are ignored if the key event has %s set',
    (modifier) => {
      mount(true);
      press('a', { [modifier]: true });
      press('ArrowDown', { [modifier]: true });
      expect(orders).toEqual([]);
    },
  );
});

describe('the armed state of hotkeys', () => {
  const disarm = () => useTicketStore.getState().setArmed(false);
  afterEach(disarm);

  function Ticket({ account }: { readonly account: string | undefined }) {
    const armed = useTicketStore((ticket) => ticket.armed);
    useHotkeys(armed, order);
    useHotkeyDisarming(account, disarm);
    return (
      <button type="button" onClick={() => useTicketStore.getState().setArmed(true)}>
        armar
      </button>
    );
  }

  function mountArmed() {
    const page = render(<Ticket account="mock_mock" />);
    fireEvent.click(screen.getByText('armar'));
    press('a');
    expect(orders).toEqual(['CALL']);
    return page;
  }

  const hide = () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    fireEvent(document, new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  };

  it.each([
    ['the window loses the focus', () => fireEvent.blur(window)],
    ['the tab is hidden', hide],
  ])('ends when %s', (_when, happen) => {
    mountArmed();
    happen();
    press('a');
    expect(orders).toEqual(['CALL']);
  });

  it('ends when the account changes, so that keys that were armed for paper money spend no real money', () => {
    const page = mountArmed();
    page.rerender(<Ticket account="iqoption_real" />);
    press('a');
    expect(orders).toEqual(['CALL']);
  });

  it('ends when the settings disable the hotkeys, and stays ended when they are enabled again', () => {
    mountArmed();
    const offer = (offered: boolean) => act(() => useOrderKeys.getState().offer(offered));
    offer(false);
    press('a');
    offer(true);
    press('a');
    expect(orders).toEqual(['CALL']);
  });

  it('ends when the user leaves the page', () => {
    const page = mountArmed();
    page.unmount();
    expect(useTicketStore.getState().armed).toBe(false);
    press('a');
    expect(orders).toEqual(['CALL']);
  });
});
