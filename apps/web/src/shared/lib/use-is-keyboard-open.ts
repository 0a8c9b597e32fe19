import { useSyncExternalStore } from 'react';

/** Smallest height in pixels by which an on-screen keyboard makes the visible part of the page lower. */
const KEYBOARD_MIN_PX = 150;
/** Kinds of inputs that open no keyboard. */
const NOT_TYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file', 'color']);

/** The largest visible heights in pixels so far, by window width. A rotated phone has another width. */
const tallest = new Map<number, number>();

function isTyping(): boolean {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement) return !NOT_TYPED.has(field.type);
  return field instanceof HTMLTextAreaElement;
}

/**
 * Returns whether the on-screen keyboard is open: a text field has the focus and much of the window is covered. Some
 * browsers make the window lower, others only its visible part; the visual viewport shows both.
 */
function isOpenNow(): boolean {
  const { visualViewport } = window;
  const visible = visualViewport ? visualViewport.height * visualViewport.scale : window.innerHeight;
  const full = Math.max(tallest.get(window.innerWidth) ?? 0, visible);
  tallest.set(window.innerWidth, full);
  return isTyping() && full - visible >= KEYBOARD_MIN_PX;
}

function onChange(changed: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', changed);
  window.addEventListener('resize', changed);
  document.addEventListener('focusin', changed);
  document.addEventListener('focusout', changed);
  return () => {
    visualViewport?.removeEventListener('resize', changed);
    window.removeEventListener('resize', changed);
    document.removeEventListener('focusin', changed);
    document.removeEventListener('focusout', changed);
  };
}

/** Returns whether the on-screen keyboard is open. */
export const useIsKeyboardOpen = (): boolean => useSyncExternalStore(onChange, isOpenNow);
