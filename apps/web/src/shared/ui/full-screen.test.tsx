import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FullScreen } from './full-screen.tsx';

let full: Element | null;
const exit = vi.fn<() => Promise<void>>(async () => {});

beforeEach(() => {
  full = null;
  exit.mockClear();
  Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
  document.exitFullscreen = exit;
});
afterEach(cleanup);

const mount = () => {
  const onLeave = vi.fn<() => void>();
  const { unmount } = render(
    <FullScreen label="Operar" onLeave={onLeave}>
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        takes keys
      </button>
    </FullScreen>,
  );
  return { onLeave, unmount };
};

it('the full screen has the focus, and ends with Escape', () => {
  const { onLeave } = mount();
  const region = screen.getByRole('region', { name: 'Operar' });
  expect(document.activeElement).toBe(region);
  fireEvent.keyDown(region, { key: 'a' });
  expect(onLeave).not.toHaveBeenCalled();
  fireEvent.keyDown(region, { key: 'Escape' });
  expect(onLeave).toHaveBeenCalledTimes(1);
});

it('the full screen stays if something inside it takes the Escape key', () => {
  const { onLeave } = mount();
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Escape' });
  expect(onLeave).not.toHaveBeenCalled();
});

it('the full screen ends if the browser leaves its own full screen', () => {
  const { onLeave } = mount();
  full = document.documentElement;
  fireEvent(document, new Event('fullscreenchange'));
  expect(onLeave).not.toHaveBeenCalled();
  full = null;
  fireEvent(document, new Event('fullscreenchange'));
  expect(onLeave).toHaveBeenCalledTimes(1);
});

it('the full screen of the app also ends the full screen of the browser', () => {
  const { unmount } = mount();
  full = document.documentElement;
  unmount();
  expect(exit).toHaveBeenCalledTimes(1);
});
