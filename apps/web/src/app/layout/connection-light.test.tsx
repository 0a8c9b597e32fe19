import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testQueries, testServices } from '#shared/test/test-services.ts';
import { ConnectionLight } from './connection-light.tsx';

let isOnline = true;

beforeEach(() => {
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('the connection light shows the loss of the network at once, even before the stream detects the loss', () => {
  const services = testServices();
  services.stream.setStatus({ state: 'live' });
  render(
    <QueryClientProvider client={testQueries(services)}>
      <ConnectionLight />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('En vivo');
  isOnline = false;
  act(() => void fireEvent(window, new Event('offline')));
  expect(screen.getByRole('status').textContent).toBe('Sin internet');
  isOnline = true;
  act(() => void fireEvent(window, new Event('online')));
  expect(screen.getByRole('status').textContent).toBe('En vivo');
});
