import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { takeRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { loadPatiently } from '#shared/lib/on-demand.tsx';
import { toast } from '#shared/ui/toast.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.recoveryCodeUsed;
const READING_MS = 15_000;

/**
 * Reads the number of recovery codes left. The code of the query loads on demand, because few sign-ins use a recovery
 * code.
 */
async function readCodesLeft(queries: QueryClient): Promise<number> {
  const { codesLeftQuery } = await loadPatiently(() => import('#features/settings/security/queries.ts'));
  return queries.fetchQuery(codesLeftQuery);
}

/** After a sign-in with a recovery code, shows the number of codes left and how the user gets new ones. */
export function RecoveryCodeNotice() {
  const queries = useQueryClient();
  useEffect(() => {
    if (!takeRecoveryCodeUsed()) return;
    const warn = (title: string) => toast.warning(title, { description: words.text, duration: READING_MS });
    readCodesLeft(queries).then(
      (left) => warn(words.left(left)),
      () => warn(words.used),
    );
  }, [queries]);
  return null;
}
