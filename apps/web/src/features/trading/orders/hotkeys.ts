import type { Direction } from '@vigia/core/vocabulary';
import { type RefObject, useEffect, useRef } from 'react';
import { useOrderKeys } from '#shared/lib/order-keys.ts';

const KEYS: Readonly<Record<string, Direction>> = { a: 'CALL', arrowup: 'CALL', s: 'PUT', arrowdown: 'PUT' };

/** Selector of elements that need these keys themselves: text fields, and widgets that use letter or arrow keys. */
const TYPING = [
  'input, textarea, select, [contenteditable]:not([contenteditable="false"])',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'combobox', 'textbox', 'searchbox', 'slider', 'spinbutton'].map(
    (role) => `[role="${role}"]`,
  ),
].join();
const OPEN_DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';

/**
 * Returns the direction of the order that a key press sends. Returns null if it sends none: for key repeats, browser
 * shortcuts and typing, and for keys pressed in another dialog or on the page below. `frame` is the dialog that
 * contains the order form.
 */
function hotkeyDirection(event: KeyboardEvent, frame: Element | null): Direction | null {
  if (event.repeat || event.isComposing || event.defaultPrevented) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const typing = event.target instanceof Element ? event.target.closest(TYPING) : null;
  if (typing !== null && typing !== frame) return null;
  if ([...document.querySelectorAll(OPEN_DIALOG)].some((dialog) => dialog !== frame)) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}

/**
 * Listens for A/↑ and S/↓ while the hotkeys are enabled in the settings and armed in the order form.
 * @param inside an element of the dialog that contains the order form
 */
export function useHotkeys(
  armed: boolean,
  order: (direction: Direction) => void,
  inside?: RefObject<Element | null>,
): void {
  const offered = useOrderKeys((keys) => keys.offered);
  useEffect(() => {
    if (!armed || !offered) return;
    const press = (event: KeyboardEvent) => {
      const direction = hotkeyDirection(event, inside?.current?.closest(OPEN_DIALOG) ?? null);
      if (!direction) return;
      event.preventDefault();
      order(direction);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [armed, offered, order, inside]);
}

/**
 * Disarms the hotkeys when the page or the window loses the focus, the account changes, or the settings disable
 * hotkeys. Only the user can arm them again.
 */
export function useHotkeyDisarming(account: string | undefined, disarm: () => void): void {
  const armedIn = useRef(account);
  const offered = useOrderKeys((keys) => keys.offered);
  useEffect(() => {
    if (!offered) disarm();
  }, [offered, disarm]);
  useEffect(() => {
    if (armedIn.current !== account) disarm();
    armedIn.current = account;
  }, [account, disarm]);
  useEffect(() => disarm, [disarm]);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') disarm();
    };
    window.addEventListener('blur', disarm);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('blur', disarm);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [disarm]);
}
