import type { QueryClient } from '@tanstack/react-query';
import { codesLeftQuery } from '#features/settings/security/queries.ts';
import { toast } from '#shared/ui/toast.ts';
import { recoveryCodeMessages as words } from './recovery-code.es.ts';

const READING_MS = 15_000;

/** Shows how many recovery codes are left after one was used, and how the user gets new ones. */
export async function warnOfRecoveryCode(queries: QueryClient): Promise<void> {
  const left = await queries.fetchQuery(codesLeftQuery).catch(() => null);
  const title = left === null ? words.used : words.left(left);
  toast.warning(title, { description: words.text, duration: READING_MS });
}
