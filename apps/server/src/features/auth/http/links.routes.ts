import { AuthSessionView, NothingElse } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { emptyResponse } from '#platform/http/response-docs.ts';
import type { Auth } from '../auth.ts';
import { AuthError, authRefusal } from '../errors/auth-error.ts';
import type { MailedProof } from '../links/consume-mailed-proof.ts';
import type { LinkType } from '../links/link-type.ts';
import { EmailField, TextField } from './bodies.ts';
import {
  CODE_CHALLENGE_FIELDS,
  codeChallengeOf,
  hasCompleteChallenge,
  INCOMPLETE_CHALLENGE_MESSAGE,
} from './code-challenge.ts';
import { gotrueDocs } from './gotrue-docs.ts';
import { originOf, parseInput, valueOrAuthError } from './read.ts';

const TOKEN_MAX_LENGTH = 512;

const RecoverBody = z
  .object({ email: EmailField, ...CODE_CHALLENGE_FIELDS })
  .refine(hasCompleteChallenge, INCOMPLETE_CHALLENGE_MESSAGE);

const ResendBody = z
  .object({
    type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
    email: EmailField.or(z.literal('')).nullish(),
    phone: TextField.max(64).nullish(),
    ...CODE_CHALLENGE_FIELDS,
  })
  .refine(hasCompleteChallenge, INCOMPLETE_CHALLENGE_MESSAGE);

/** The link types that the client can request; this server mails only some of them. */
const VerifyType = z.enum([
  'signup',
  'recovery',
  'email_change',
  'email',
  'magiclink',
  'invite',
  'sms',
  'phone_change',
]);

const Token = z.string().min(1).max(TOKEN_MAX_LENGTH);

const VerifyQuery = z.object({ token: Token, type: VerifyType, redirect_to: z.string().nullish().catch(null) });

const VerifyBody = z.object({
  type: VerifyType,
  token_hash: Token.nullish(),
  token: Token.nullish(),
  email: TextField.max(320).nullish(),
});

const PkceGrantBody = z.object({ auth_code: Token, code_verifier: Token });

/** The final redirect address of a mailed link. A malformed value counts as absent. */
const RedirectQuery = z.object({ redirect_to: z.string().nullish().catch(null) });

/** Path of a mailed link. Its requests have no publishable key. */
export const VERIFY_PATH = '/verify';

const FOLLOW = {
  schema: {
    tags: ['Autenticación'],
    summary: 'Seguir el enlace de un correo',
    response: { 303: emptyResponse('La página de la aplicación a la que lleva el enlace') },
  },
};

/** Registers the routes of mailed links and digits. */
export function registerLinkRoutes(scope: App, { links }: Auth): void {
  // A HEAD request, which mail scanners send, must not consume the link.
  scope.get(VERIFY_PATH, { ...FOLLOW, exposeHeadRoute: false }, async (request, reply) => {
    const { token, type, redirect_to } = parseInput(VerifyQuery, request.query);
    const link = { token, type: linkType(type), redirectTo: redirect_to ?? null };
    const page = isPageLoad(request) ? await links.pageFor(link) : null;
    return reply.redirect(page ?? valueOrAuthError(await links.follow(link, originOf(request))), 303);
  });
  scope.post(VERIFY_PATH, gotrueDocs('Confirmar con el código de un correo', AuthSessionView), async (request) =>
    valueOrAuthError(await links.verify(proofOf(parseInput(VerifyBody, request.body)), originOf(request))),
  );
  scope.post('/recover', gotrueDocs('Pedir una contraseña nueva', NothingElse), async (request) => {
    const { email, ...challenge } = parseInput(RecoverBody, request.body);
    const wanted = { email, redirectTo: requestedRedirect(request), challenge: codeChallengeOf(challenge) };
    valueOrAuthError(await links.requestRecovery(wanted, originOf(request)));
    return {};
  });
  scope.post('/resend', gotrueDocs('Enviar de nuevo un correo', NothingElse), async (request) => {
    const { type, email, ...challenge } = parseInput(ResendBody, request.body);
    if (type === 'sms' || type === 'phone_change') throw new AuthError(authRefusal('phone_provider_disabled'));
    if (!email)
      throw new AuthError(authRefusal('validation_failed', { message: 'Type provided requires an email address' }));
    const wanted = { type, email, redirectTo: requestedRedirect(request), challenge: codeChallengeOf(challenge) };
    valueOrAuthError(await links.resend(wanted, originOf(request)));
    return {};
  });
}

/**
 * True if a browser loads the address as a page: the fetch mode is `navigate`, or there is none and the request accepts
 * HTML.
 */
function isPageLoad({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

export const requestedRedirect = (request: FastifyRequest): string | null =>
  parseInput(RedirectQuery, request.query).redirect_to ?? null;

/** Exchanges the code of a followed link for a session, if the browser sends the PKCE verifier. */
export async function exchangeCode({ links }: Auth, request: FastifyRequest): Promise<AuthSessionView> {
  const { auth_code: code, code_verifier: verifier } = parseInput(PkceGrantBody, request.body);
  return valueOrAuthError(await links.exchange({ code, verifier }, originOf(request)));
}

/** Returns the type of a link; null for a type that this server never mails. 'email' is a newer name for 'signup'. */
function linkType(type: z.output<typeof VerifyBody>['type']): LinkType | null {
  switch (type) {
    case 'signup':
    case 'recovery':
    case 'email_change':
      return type;
    case 'email':
      return 'signup';
    case 'magiclink':
    case 'invite':
    case 'sms':
    case 'phone_change':
      return null;
    default:
      return assertNever(type);
  }
}

function proofOf({ type: given, token_hash, token, email }: z.output<typeof VerifyBody>): MailedProof {
  const type = linkType(given);
  if (type === null) throw new AuthError(authRefusal('otp_expired'));
  if (token_hash) return { type, token: token_hash };
  if (token && email) return { type, email: parseInput(EmailField, email), digits: token };
  const message = 'Verify requires either a token hash, or a token and an email address';
  throw new AuthError(authRefusal('validation_failed', { message }));
}
