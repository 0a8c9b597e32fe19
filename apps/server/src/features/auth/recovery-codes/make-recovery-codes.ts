import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { makeRecoveryCode, RECOVERY_CODES_PER_SET, recoveryCodeHash } from './recovery-code.ts';
import { replaceRecoveryCodes } from './recovery-codes.repository.ts';

/** Creates ten codes in the caller's transaction and deletes earlier codes. The caller has locked the user. */
export async function makeRecoveryCodes(
  context: AuthContext,
  tx: Transaction,
  from: Omit<SecurityEvent, 'kind' | 'detail'>,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES_PER_SET }, () => makeRecoveryCode(context.randomBytes));
  await replaceRecoveryCodes(tx, from.userId, codes.map(recoveryCodeHash), new Date(context.clock.now()));
  await context.securityLog.append(tx, [{ ...from, kind: 'recovery_codes_made' }]);
  return codes;
}
