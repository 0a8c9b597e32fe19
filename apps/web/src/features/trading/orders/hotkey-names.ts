import type { Direction } from '@vigia/core/vocabulary';

/** The keys that send an order, for each direction: as the button shows them and as screen readers announce them. */
export const HOTKEYS = {
  CALL: { shown: 'A ↑', spoken: 'A ArrowUp' },
  PUT: { shown: 'S ↓', spoken: 'S ArrowDown' },
} as const satisfies Record<Direction, { shown: string; spoken: string }>;
