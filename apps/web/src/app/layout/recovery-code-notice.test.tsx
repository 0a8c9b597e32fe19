import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { codesLeftQuery } from '#features/settings/security/queries.ts';
import { rememberRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { Toaster } from '#shared/ui/toaster.tsx';
import { RecoveryCodeNotice } from './recovery-code-notice.tsx';

window.matchMedia = () => Object.assign(new EventTarget(), MATCHES_NOTHING);
const MATCHES_NOTHING = { matches: false, media: '', onchange: null, addListener: () => {}, removeListener: () => {} };

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function mount(left: number) {
  const queries = testQueries(undefined, { staleTime: 10_000 });
  queries.setQueryData(codesLeftQuery.queryKey, left);
  render(
    <QueryClientProvider client={queries}>
      <Toaster />
      <RecoveryCodeNotice />
    </QueryClientProvider>,
  );
}

it('RecoveryCodeNotice shows the number of remaining recovery codes once after a code was used', async () => {
  rememberRecoveryCodeUsed();
  mount(9);
  expect(await screen.findByText('Te quedan 9 códigos de recuperación')).toBeDefined();
  expect(screen.getByText('Configura tu nuevo teléfono en Configuración.')).toBeDefined();
  expect(sessionStorage).toHaveLength(0);
});
