import type { AuthSessionView } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import type { MailedProof } from './consume-mailed-proof.ts';
import { type CodeExchange, exchangeCode } from './exchange-code.ts';
import { followLink, type Link } from './follow-link.ts';
import { pageForLink } from './page-for-link.ts';
import { type MailRequest, requestRecovery } from './request-recovery.ts';
import { type ResendRequest, resendLink } from './resend-link.ts';
import { verifyProof } from './verify-proof.ts';

type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/** Use cases of mailed links and mailed digits: sending them and using them. */
export interface Links {
  /** Uses a mailed link. Returns the address to which the browser is redirected, even if the link is invalid. */
  follow(link: Link, origin: Origin): Outcome<string>;
  /** Returns the page that a browser opens instead of following the link; null if the server must follow the link. */
  pageFor(link: Link): Promise<string | null>;
  verify(proof: MailedProof, origin: Origin): Outcome<AuthSessionView>;
  exchange(exchange: CodeExchange, origin: Origin): Outcome<AuthSessionView>;
  requestRecovery(request: MailRequest, origin: Origin): Outcome<null>;
  resend(request: ResendRequest, origin: Origin): Outcome<null>;
}

export const createLinks = (context: AuthContext): Links => ({
  follow: (link, origin) => followLink(context, link, origin),
  pageFor: (link) => pageForLink(context, link),
  verify: (proof, origin) => verifyProof(context, proof, origin),
  exchange: (exchange, origin) => exchangeCode(context, exchange, origin),
  requestRecovery: (request, origin) => requestRecovery(context, request, origin),
  resend: (request, origin) => resendLink(context, request, origin),
});
