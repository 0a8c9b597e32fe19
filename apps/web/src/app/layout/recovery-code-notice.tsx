import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { codesLeftQuery } from '#features/settings/security/queries.ts';
import { takeRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { toast } from '#shared/ui/toast.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.recoveryCodeUsed;
const READING_MS = 15_000;

/** Shown after a sign-in by recovery code: the number of codes left, and how to get new ones. */
export function RecoveryCodeNotice() {
  const queries = useQueryClient();
  useEffect(() => {
    if (!takeRecoveryCodeUsed()) return;
    const warn = (title: string) => toast.warning(title, { description: words.text, duration: READING_MS });
    queries.fetchQuery(codesLeftQuery).then(
      (left) => warn(words.left(left)),
      () => warn(words.used),
    );
  }, [queries]);
  return null;
}
