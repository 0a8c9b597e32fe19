import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { deleteFactorReset } from './factor-resets.repository.ts';

/** Cancels a request to remove a lost second factor: the user has just used the factor, or the owner has objected. */
export async function cancelFactorReset(
  { securityLog }: Pick<AuthContext, 'securityLog'>,
  tx: Transaction,
  userId: string,
  origin: Origin | null,
): Promise<void> {
  if (!(await deleteFactorReset(tx, userId))) return;
  const from = { ip: origin?.ip ?? null, userAgent: origin?.userAgent ?? null };
  await securityLog.append(tx, [{ userId, kind: 'factor_reset_cancelled', sessionId: null, ...from }]);
}
