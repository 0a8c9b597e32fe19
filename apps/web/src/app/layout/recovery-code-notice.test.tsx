import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { codesLeftQuery } from '#features/settings/security/queries.ts';
import { rememberRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { Toaster } from '#shared/ui/toaster.tsx';
import { RecoveryCodeNotice } from './recovery-code-notice.tsx';

window.matchMedia = () => Object.assign(new EventTarget(), MATCHES_NOTHING);
const MATCHES_NOTHING = { matches: false, media: '', onchange: null, addListener: () => {}, removeListener: () => {} };

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sessionStorage.clear();
});

function mount(left: number, load?: ComponentProps<typeof RecoveryCodeNotice>['load']) {
  const queries = testQueries(undefined, { staleTime: 10_000 });
  queries.setQueryData(codesLeftQuery.queryKey, left);
  render(
    <QueryClientProvider client={queries}>
      <Toaster />
      <RecoveryCodeNotice {...(load && { load })} />
    </QueryClientProvider>,
  );
}

it('RecoveryCodeNotice shows the number of remaining recovery codes once after a code was used', async () => {
  rememberRecoveryCodeUsed();
  mount(9);
  expect(await screen.findByText('Te quedan 9 códigos de recuperación')).toBeDefined();
  expect(screen.getAllByText('Configura tu nuevo teléfono en Configuración.').length).toBeGreaterThan(0);
  expect(sessionStorage).toHaveLength(0);
});

it('RecoveryCodeNotice warns on the next page if its code cannot be loaded', async () => {
  vi.useFakeTimers();
  rememberRecoveryCodeUsed();
  mount(8, () => Promise.reject(new Error('the file is gone')));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  cleanup();
  mount(8);
  expect(await screen.findByText('Te quedan 8 códigos de recuperación')).toBeDefined();
});
