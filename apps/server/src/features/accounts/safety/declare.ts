import type { Declaration } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Caller, eventOf } from '../caller.ts';
import type { AccountRefusal } from './refusal.ts';
import { writeDeclaration } from './safety.repository.ts';
import type { SafetyDeps } from './switch-mode.ts';

/** Notes a person's declaration of age and country of residence; every one is kept in the security log. */
export async function declare(
  { db, clock, securityLog }: SafetyDeps,
  caller: Caller,
  declaration: Declaration,
): Promise<Result<null, AccountRefusal>> {
  if (caller.principal.isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
  await db.transaction(async (tx) => {
    await writeDeclaration(tx, caller.principal.userId, declaration, new Date(clock.now()));
    await securityLog.append(tx, [eventOf(caller, 'declaration_made', declaration)]);
  });
  return ok(null);
}
