import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rememberRecoveryCodeUsed, takeRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { loadPatiently } from '#shared/lib/lazy-component.tsx';

const loadWarning = () => import('./warn-of-recovery-code.ts');

/**
 * Warns the user after a sign-in with a recovery code. Its code loads on demand, because few sign-ins use one. If it
 * cannot be loaded, the next page of the tab warns.
 */
export function RecoveryCodeNotice({ load = loadWarning }: { readonly load?: typeof loadWarning }) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!takeRecoveryCodeUsed()) return;
    void loadPatiently(load).then(
      ({ warnOfRecoveryCode }) => warnOfRecoveryCode(queries),
      () => rememberRecoveryCodeUsed(),
    );
  }, [queries, load]);
  return null;
}
