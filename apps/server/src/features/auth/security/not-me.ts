import type { NotMeDone } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { ACCOUNT_CHOSEN } from '#features/accounts/index.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthDeps, Origin } from '../auth-context.ts';
import { deleteTokens } from '../bot-tokens/bot-tokens.repository.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { deleteFactorReset } from '../factor-reset/factor-resets.repository.ts';
import {
  deleteFactor,
  deleteUnverifiedFactors,
  findFactors,
  hasVerifiedFactor,
} from '../factors/factors.repository.ts';
import { deleteMailedTokens } from '../one-time-tokens/one-time-tokens.repository.ts';
import { deleteRecoveryCodes } from '../recovery-codes/recovery-codes.repository.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import type { AuthLimits } from '../throttle/auth-limits.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { writeUnlessAddressTaken } from '../users/unless-taken.ts';
import {
  clearNewAddress,
  clearPassword,
  confirmUserAddress,
  isTakenByAnother,
  lockUser,
} from '../users/users.repository.ts';
import { addressOf } from './address-of.ts';
import { closeExternalAddresses } from './close-addresses.ts';
import { mailNotice } from './mail-notice.ts';
import {
  type ConsumedUndoLink,
  consumeUndoLink,
  deleteLaterUndoLinks,
  findUndoOwner,
} from './undo-links.repository.ts';

/** Dependencies of the link 'No fui yo', provided both by the embedded auth service and with a hosted project. */
export type NotMeDeps = Pick<
  AuthDeps,
  'db' | 'bus' | 'clock' | 'accounts' | 'securityLog' | 'outbox' | 'site' | 'isHosted'
> & { readonly limits: Pick<AuthLimits, 'admit'> };

type Objection = { readonly user: AuthUser; readonly link: ConsumedUndoLink; readonly origin: Origin };

/**
 * Executes the link 'No fui yo' of a mail: ends all access to the account, stops all automatic trading, blocks real
 * money for a day, and undoes the reported change if possible. It needs no session, because the owner may be locked
 * out.
 */
export async function executeNotMeLink(
  deps: NotMeDeps,
  token: string,
  origin: Origin,
): Promise<Result<NotMeDone, AuthRefusal>> {
  const { limits, db, bus, clock } = deps;
  const admitted = await limits.admit('verify', origin.ip);
  if (!admitted.ok) return admitted;
  const outcome = await db.transaction(async (tx) => {
    const owner = await findUndoOwner(tx, token);
    const user = owner === null ? null : await lockUser(tx, owner);
    const link = await consumeUndoLink(tx, token, clock.now());
    if (user === null || link === null) return err(authRefusal('otp_expired'));
    return ok(await undoReported(deps, tx, { user, link, origin }));
  });
  if (!outcome.ok) return outcome;
  const { userId, ended, done } = outcome.value;
  publishEndedSessions(bus, ended);
  bus.publish(ACCOUNT_CHOSEN, { userId });
  return ok(done);
}

async function undoReported(deps: NotMeDeps, tx: Transaction, objection: Objection) {
  const { user, link } = objection;
  const { id: userId } = user;
  const nowMs = deps.clock.now();
  const address = await restoreAddress(deps, tx, objection);
  const wasRunning = await deps.accounts.freezeAccount(tx, userId, nowMs);
  const sessions = await deleteSessions(tx, { userId, scope: 'global', sessionId: null });
  const bots = await deleteTokens(tx, userId);
  await closeExternalAddresses(tx, userId);
  await deleteMailedTokens(tx, userId);
  await clearNewAddress(tx, userId);
  await deleteFactorReset(tx, userId);
  if (link.restoresAddress || link.change === 'password_changed') await clearPassword(tx, userId, new Date(nowMs));
  const isFactorRemoved = await removeReported(tx, link);
  const done: NotMeDone = { email: link.sentTo, factor_removed: isFactorRemoved, address };
  await logAndNotify(deps, tx, objection, { done, sessions: sessions.length, bots: bots.length, wasRunning });
  return { userId, ended: [...sessions, ...bots], done };
}

/** Removes the factor or the recovery codes that the mail reported as new, and all unverified factors. */
async function removeReported(tx: Transaction, { userId, change, factorId }: ConsumedUndoLink): Promise<boolean> {
  await deleteUnverifiedFactors(tx, userId);
  const factor = (await findFactors(tx, userId)).find(({ id }) => id === factorId);
  if (factor !== undefined) await deleteFactor(tx, factor.id);
  if (change === 'recovery_codes_made' || !(await hasVerifiedFactor(tx, userId))) await deleteRecoveryCodes(tx, userId);
  return factor !== undefined;
}

/** Restores the e-mail address that the account had before the reported change, unless another user has it now. */
async function restoreAddress(
  { clock, accounts }: NotMeDeps,
  tx: Transaction,
  { user, link }: Objection,
): Promise<NotMeDone['address']> {
  const { sentTo: email, restoresAddress } = link;
  if (!restoresAddress || user.email === email) return 'unchanged';
  if (await isTakenByAnother(tx, email, user.id)) return 'taken';
  const nowMs = clock.now();
  const given = await writeUnlessAddressTaken(tx, async (inner) => {
    await confirmUserAddress(inner, user.id, { email, passwordHash: null, metadata: null, now: new Date(nowMs) });
    await accounts.adoptAddress(inner, user.id, email, nowMs);
    return 'restored' as const;
  });
  if (given === null) return 'taken';
  await deleteLaterUndoLinks(tx, link);
  return given;
}

type Undone = {
  readonly done: NotMeDone;
  readonly sessions: number;
  readonly bots: number;
  readonly wasRunning: boolean;
};

/** Logs the use of the link and reports it by mail to the current address of the account. */
async function logAndNotify(
  deps: NotMeDeps,
  tx: Transaction,
  { user, link, origin }: Objection,
  { done, sessions, bots, wasRunning }: Undone,
): Promise<void> {
  const from = { userId: user.id, sessionId: null, ip: origin.ip, userAgent: origin.userAgent };
  const detail = { change: link.change, sessions, bots, factor_removed: done.factor_removed, address: done.address };
  await deps.securityLog.append(tx, [
    { ...from, kind: 'not_me', detail },
    ...(wasRunning ? [{ ...from, kind: 'automation_stopped' } as const] : []),
  ]);
  const noticeTo = done.address === 'restored' ? link.sentTo : await addressOf(tx, user);
  await mailNotice(deps, tx, { kind: 'not_me', noticeTo, origin, details: { undone: sentencesOf(done) } });
}

const sentencesOf = ({ factor_removed: factorRemoved, address }: NotMeDone): readonly string[] => [
  ...(factorRemoved ? ['Se quitó el segundo factor que no era tuyo.'] : []),
  ...(address === 'restored' ? ['Tu cuenta vuelve a usar este correo.'] : []),
];
