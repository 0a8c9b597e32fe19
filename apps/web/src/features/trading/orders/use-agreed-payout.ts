import { type KeyboardEvent, useRef } from 'react';

/**
 * Returns the payout that the user accepts with an order: the payout on the screen at pointer-down, even if another
 * payout arrives before pointer-up.
 */
export function useAgreedPayout(shown: number | null) {
  const pressed = useRef<number | null>(null);
  const press = () => {
    pressed.current = shown;
  };
  const forget = () => {
    pressed.current = null;
  };
  return {
    marks: {
      onPointerDown: press,
      onPointerCancel: forget,
      onKeyDown: ({ key, repeat }: KeyboardEvent) => {
        if (!repeat && (key === ' ' || key === 'Enter')) press();
      },
    },
    take: () => {
      const agreed = pressed.current;
      forget();
      return agreed;
    },
  };
}
