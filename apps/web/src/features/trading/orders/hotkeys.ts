import type { Direction } from '@vigia/core/vocabulary';
import { useEffect, useRef } from 'react';

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

/** The order a key press asks for, or null; a held key, a shortcut of the browser and typing ask for none. */
function hotkeyDirection(event: KeyboardEvent): Direction | null {
  if (event.repeat || event.isComposing || event.defaultPrevented) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPING)) return null;
  if (document.querySelector(OPEN_DIALOG)) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}

/** A/↑ and S/↓ while armed; unarmed nobody listens. */
export function useHotkeys(armed: boolean, order: (direction: Direction) => void): void {
  useEffect(() => {
    if (!armed) return;
    const press = (event: KeyboardEvent) => {
      const direction = hotkeyDirection(event);
      if (!direction) return;
      event.preventDefault();
      order(direction);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [armed, order]);
}

/** Disarms when the page or the window is left and when the mode changes: whoever comes back arms on purpose. */
export function useDisarming(mode: string | undefined, disarm: () => void): void {
  const armedIn = useRef(mode);
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
