import type { ChangeWithUndoLink } from '@vigia/contract';
import type { SecurityWaitReason } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthDeps, Origin } from '../auth-context.ts';
import { mailNotice, type Notice } from './mail-notice.ts';
import { insertUndoLink } from './undo-links.repository.ts';

export type AnnounceDeps = Pick<AuthDeps, 'outbox' | 'site' | 'clock' | 'randomBytes' | 'accounts' | 'isHosted'>;

/** A security change with the details for the mail about it. */
export type SecurityChange<Kind extends ChangeWithUndoLink = ChangeWithUndoLink> = {
  readonly userId: string;
  readonly kind: Kind;
  /** The client that made the change. */
  readonly origin: Origin;
  readonly details: Notice<Kind>['details'];
  /** The current e-mail address of the account; null if the user has none. */
  readonly noticeTo: string | null;
  /** The e-mail address of the account before this change, if the change replaced it. */
  readonly formerAddress?: string;
  /** Id of the second factor that this change added. */
  readonly factorId?: string;
  /** True if the change replaces nothing, such as a first password. Real money is then not blocked. */
  readonly isFirst?: boolean;
};

/** The changes that block real-money orders for a day, each with the reason that is stored. */
const WAITS: Readonly<Partial<Record<ChangeWithUndoLink, SecurityWaitReason>>> = {
  password_changed: 'password_changed',
  email_changed: 'email_changed',
  second_factor_added: 'second_factor_added',
  second_factor_removed: 'second_factor_removed',
  recovery_code_used: 'recovery_code_used',
  access_restored: 'access_restored',
};

const TOKEN_BYTES = 32;

/**
 * Reports a security change to the owner of the account, in the transaction of the change. Enqueues a mail to every
 * address concerned, each with its own link 'No fui yo', and blocks real money if the kind of change requires it. Must
 * be called before the change is logged, because all transactions lock the user's settings before the user's log.
 */
export async function announceSecurityChange<Kind extends ChangeWithUndoLink>(
  deps: AnnounceDeps,
  tx: Transaction,
  change: SecurityChange<Kind>,
): Promise<void> {
  const { userId, kind, isFirst = false, noticeTo, formerAddress } = change;
  const reason = isFirst ? undefined : WAITS[kind];
  if (reason !== undefined) await deps.accounts.delayRealMoney(tx, userId, reason, deps.clock.now());
  const addresses = new Set([formerAddress, noticeTo].filter((address) => typeof address === 'string'));
  for (const sentTo of addresses) await mailTo(deps, tx, { ...change, sentTo, waits: reason !== undefined });
}

type Recipient = { readonly sentTo: string; readonly waits: boolean };

async function mailTo<Kind extends ChangeWithUndoLink>(
  deps: AnnounceDeps,
  tx: Transaction,
  { userId, kind, origin, details, formerAddress, factorId, sentTo, waits }: SecurityChange<Kind> & Recipient,
): Promise<void> {
  const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
  const restoresAddress = sentTo === formerAddress;
  const link = { userId, change: kind, sentTo, factorId: factorId ?? null, restoresAddress };
  await insertUndoLink(tx, token, link, deps.clock.now());
  const undo = undoLinkOf(deps, token, restoresAddress ? 'old_address' : kind);
  await mailNotice(deps, tx, { kind, noticeTo: sentTo, origin, undo, waits, details });
}

/**
 * Returns the URL of a link 'No fui yo'. The token is in the fragment, which browsers do not send to servers, so
 * loading the page changes nothing.
 */
const undoLinkOf = (
  { site, isHosted }: AnnounceDeps,
  token: string,
  kind: ChangeWithUndoLink | 'old_address',
): string => `${site.url()}/no-fui-yo#${new URLSearchParams({ token, kind, ...(isHosted && { hosted: '1' }) })}`;
