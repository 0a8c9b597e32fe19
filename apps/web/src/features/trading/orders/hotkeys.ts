import type { Direction } from '@vigia/core/vocabulary';
import { type RefObject, useEffect, useRef } from 'react';
import { useOrderKeys } from '#shared/lib/order-keys.ts';

/** The keys of each order, as they stand on its button and as assistive technology reads them. */
export const HOTKEYS = {
  CALL: { shown: 'A ↑', spoken: 'A ArrowUp' },
  PUT: { shown: 'S ↓', spoken: 'S ArrowDown' },
} as const satisfies Record<Direction, { shown: string; spoken: string }>;

const KEYS: Readonly<Record<string, Direction>> = { a: 'CALL', arrowup: 'CALL', s: 'PUT', arrowdown: 'PUT' };

/** Where keys already mean something else: fields, and everything that letters or arrows move through. */
const TYPING = [
  'input, textarea, select, [contenteditable]:not([contenteditable="false"])',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'combobox', 'textbox', 'searchbox', 'slider', 'spinbutton'].map(
    (role) => `[role="${role}"]`,
  ),
].join();
const OPEN_DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';

/**
 * The order a key press asks for, or null; a held key, a shortcut of the browser and typing ask for none. `frame` is the
 * dialog the ticket stands in: what is open besides it, or lies below it, has its own keys.
 */
function hotkeyDirection(event: KeyboardEvent, frame: Element | null): Direction | null {
  if (event.repeat || event.isComposing || event.defaultPrevented) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const typing = event.target instanceof Element ? event.target.closest(TYPING) : null;
  if (typing !== null && typing !== frame) return null;
  if ([...document.querySelectorAll(OPEN_DIALOG)].some((dialog) => dialog !== frame)) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}

/** A/↑ and S/↓ while offered and armed; else nobody listens. `inside`: an element of the dialog that the ticket stands in. */
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

/** Disarms when the page or the window is left, when the mode changes and when the keys are no longer offered: whoever comes back arms on purpose. */
export function useDisarming(mode: string | undefined, disarm: () => void): void {
  const armedIn = useRef(mode);
  const offered = useOrderKeys((keys) => keys.offered);
  useEffect(() => {
    if (!offered) disarm();
  }, [offered, disarm]);
  useEffect(() => {
    if (armedIn.current !== mode) disarm();
    armedIn.current = mode;
  }, [mode, disarm]);
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
