import type { Direction } from '@vigia/core/vocabulary';
import { useEffect } from 'react';

/** The letter of each order, as it stands on its button. */
export const HOTKEY = { CALL: 'A', PUT: 'S' } as const satisfies Record<Direction, string>;

const KEYS: Readonly<Record<string, Direction>> = { a: 'CALL', arrowup: 'CALL', s: 'PUT', arrowdown: 'PUT' };

/** Where keys already mean something else: fields, and everything that arrows move through. */
const TYPING =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="slider"]';

/** The order a key press asks for, or null; a held key, a shortcut of the browser and typing ask for none. */
function hotkeyDirection(event: KeyboardEvent): Direction | null {
  if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPING)) return null;
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
