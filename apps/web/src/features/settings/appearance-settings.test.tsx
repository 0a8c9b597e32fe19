import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { AppearanceSettings } from './appearance-settings.tsx';

beforeEach(() => {
  drawNothing();
  localStorage.clear();
  render(<AppearanceSettings />);
});
afterEach(cleanup);

it('AppearanceSettings offers the system, light and dark themes, and stores the choice', () => {
  const system = screen.getByRole('button', { name: 'Sistema' });
  expect(screen.getByRole('button', { name: 'Oscuro' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(system);
  expect(system.getAttribute('aria-pressed')).toBe('true');
  expect(localStorage.getItem('app_theme')).toBe('system');
});

it('AppearanceSettings can disable the order hotkeys, and stores the choice', () => {
  const keys = screen.getByRole('switch', { name: 'Atajos de teclado para operar' });
  expect(keys.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(keys);
  expect(keys.getAttribute('aria-checked')).toBe('false');
  expect(localStorage.getItem('order_keys')).toBe('off');
});
