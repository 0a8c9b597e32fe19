import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { codesLeftQuery } from '#features/settings/security/queries.ts';
import { takeRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { toast } from '#shared/ui/toast.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.recoveryCodeUsed;
const READING_MS = 15_000;

/** After a way in by recovery code: how many are left, and what to do before they run out. */
export function RecoveryCodeNotice() {
  const queries = useQueryClient();
  useEffect(() => {
    if (!takeRecoveryCodeUsed()) return;
    const tell = (title: string) => toast.warning(title, { description: words.text, duration: READING_MS });
    queries.fetchQuery(codesLeftQuery).then(
      (left) => tell(words.left(left)),
      () => tell(words.used),
    );
  }, [queries]);
  return null;
}
