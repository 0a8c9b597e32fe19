import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stream } from '#shared/lib/stream.ts';
import { ConnectionLight } from './connection-light.tsx';

let isOnline = true;

beforeEach(() => {
  isOnline = true;
  vi.spyOn(stream, 'status', 'get').mockReturnValue({ state: 'live' });
  vi.spyOn(stream, 'onStatus').mockReturnValue(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('is not live without a network, though the connection has not noticed yet', () => {
  render(<ConnectionLight />);
  expect(screen.getByRole('status').textContent).toBe('En vivo');
  isOnline = false;
  act(() => void fireEvent(window, new Event('offline')));
  expect(screen.getByRole('status').textContent).toBe('Sin internet');
  isOnline = true;
  act(() => void fireEvent(window, new Event('online')));
  expect(screen.getByRole('status').textContent).toBe('En vivo');
});
