import type { AuthSessionView, AuthUserView, JsonWebKeys, NotMeDone } from '@vigia/contract';
import { type Cancel, durationMs, type Result } from '@vigia/core/kernel';
import type { People, SecurityNotices } from '#features/accounts/index.ts';
import { createSteadyNow } from '#platform/clock/steady-now.ts';
import { createFreshProofs, type FreshProofs } from '#platform/http/fresh-proof.ts';
import type { AuthenticationFailure, Authenticator, Principal } from '#platform/http/principal.ts';
import type { SecurityEntry } from '#platform/security-log/security-log.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { AuthContext, AuthDeps, Origin } from './auth-context.ts';
import { type BotTokens, createBotTokens } from './bot-tokens/bot-tokens.ts';
import type { AuthRefusal } from './errors/auth-error.ts';
import { createFactorResets, type FactorResets } from './factor-reset/factor-resets.ts';
import { createFactors, type Factors } from './factors/create-factors.ts';
import { SecondFactorLimiter } from './factors/second-factor-limiter.ts';
import { createPeople } from './leaving/people.ts';
import { createLinks, type Links } from './links/links.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { createIdentityProofs, type IdentityProofs } from './proof/prove-identity.ts';
import { createRecoveryCodes, type RecoveryCodes } from './recovery-codes/create-recovery-codes.ts';
import { removeIdlePeople } from './remove-idle-people.ts';
import { executeNotMeLink } from './security/not-me.ts';
import { createSecurityNotices } from './security/security-notices.ts';
import { type BearerFault, type BearerUser, checkBearer } from './sessions/check-bearer.ts';
import { openSessionsOf } from './sessions/list-sessions.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { SessionLiveness } from './sessions/session-liveness.ts';
import type { OpenSessionRow, SessionSelection } from './sessions/sessions.repository.ts';
import { signOut } from './sessions/sign-out.ts';
import { type PasswordSignIn, signInWithPassword } from './sign-in-with-password.ts';
import { type SignUp, signInAnonymously, signUp } from './sign-up.ts';
import { AuthLimits } from './throttle/auth-limits.ts';
import { createAccessTokens } from './tokens/access-token.ts';
import { publishableKeyOf } from './tokens/publishable-key.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { requestNonce } from './user-changes/request-nonce.ts';
import { updateUser } from './user-changes/update-user.ts';
import type { UserChange } from './user-changes/user-change.ts';
import type { AuthUser, Metadata } from './users/auth-user.ts';
import { readUserView } from './users/read-user-view.ts';
import { findUserById } from './users/users.repository.ts';

type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/** The embedded auth service: users, sessions and tokens. */
export interface Auth {
  /** Value of the `apikey` header for this installation, published in `/config.json`. */
  readonly publishableKey: string;
  readonly authenticator: Authenticator;
  /** Methods that the deletion of an account needs. */
  readonly people: People;
  readonly botTokens: BotTokens;
  readonly openSessions: {
    list(userId: string): Promise<readonly OpenSessionRow[]>;
    /** Ends a session; returns false if the user has no session with this id. */
    end(principal: Principal, id: string, origin: Origin): Promise<boolean>;
  };
  /** The security log of a user's account, newest first. */
  securityEntries(userId: string, page: { limit: number; before?: number }): Promise<readonly SecurityEntry[]>;
  readonly links: Links;
  readonly factors: Factors;
  readonly recoveryCodes: RecoveryCodes;
  readonly identity: IdentityProofs;
  readonly proofs: FreshProofs;
  readonly factorResets: FactorResets;
  /** Notifies owners of accounts by mail of security changes made by other features. */
  readonly notices: SecurityNotices;
  /** Executes the link 'No fui yo' ("It was not me") of a mail about a security change. */
  notMe(token: string, origin: Origin): Outcome<NotMeDone>;
  /**
   * Signs a user up. The account opens when the user follows the mailed link. Until then the result does not reveal
   * whether the address has an account.
   */
  signUp(request: SignUp, origin: Origin): Outcome<AuthUserView>;
  signInAnonymously(metadata: Metadata, origin: Origin): Outcome<AuthSessionView>;
  signInWithPassword(request: PasswordSignIn, origin: Origin): Outcome<AuthSessionView>;
  refresh(refreshToken: string, origin: Origin): Outcome<AuthSessionView>;
  signOut(principal: Principal, scope: SessionSelection['scope'], origin: Origin): Promise<void>;
  checkBearer(accessToken: string): Promise<Result<BearerUser, BearerFault>>;
  user(userId: string): Promise<AuthUser | null>;
  /** Converts a stored user to the user object of the API. */
  userView(user: AuthUser): Promise<AuthUserView>;
  updateUser(principal: Principal, change: UserChange, origin: Origin): Outcome<AuthUser>;
  /** Mails six digits to the user. {@link updateUser} accepts them as proof that the owner makes the request. */
  requestNonce(principal: Principal, origin: Origin): Outcome<null>;
  jwks(): Promise<JsonWebKeys>;
  /** Creates a new signing key and signs with it from now on. Tokens signed earlier stay valid until they expire. */
  rotateSigningKeys(): Promise<void>;
  /** Starts the daily deletion of idle anonymous users. */
  start(): void;
  stop(): void;
}

/** Opens the auth service of this installation. The first start creates its keys. */
export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const keys = createSigningKeys(deps);
  const throttle = new SharedThrottle(deps.db, deps.clock);
  const context: AuthContext = {
    ...deps,
    tokens: createAccessTokens(keys, () => `${deps.site.url()}/auth/v1`),
    hasher: createPasswordHasher(deps.randomBytes(24).toString('base64')),
    limits: new AuthLimits(throttle, deps.emailIntervalMs),
  };
  const liveness = new SessionLiveness(deps.db, deps.clock);
  const stopFollowing = liveness.follow(deps.bus);
  const botTokens = createBotTokens(context);
  const tries = new SecondFactorLimiter(throttle);
  const daily = dailyRemoval(context, throttle);
  const check = (token: string) => checkBearer(context, liveness, token);
  await keys.current();
  return {
    publishableKey: await publishableKeyOf(deps.db, deps.randomBytes),
    authenticator: botTokens.beside({ authenticate: async (token) => toAuthentication(await check(token)) }),
    people: createPeople(context),
    botTokens,
    openSessions: {
      list: (userId) => openSessionsOf(context, userId),
      end: (principal, id, origin) => revokeSession(context, principal, id, origin),
    },
    securityEntries: (userId, page) => deps.securityLog.read(deps.db.sql, userId, page),
    links: createLinks(context),
    factors: createFactors(context, liveness, tries),
    recoveryCodes: createRecoveryCodes(context, tries),
    identity: createIdentityProofs(context, tries),
    proofs: createFreshProofs(deps.keyedHash, deps.clock),
    factorResets: createFactorResets(context),
    notices: createSecurityNotices(context),
    notMe: (token, origin) => executeNotMeLink(context, token, origin),
    signUp: (request, origin) => signUp(context, request, origin),
    signInAnonymously: (metadata, origin) => signInAnonymously(context, metadata, origin),
    signInWithPassword: (request, origin) => signInWithPassword(context, request, origin),
    refresh: (token, origin) => refreshSession(context, token, origin),
    signOut: (principal, scope, origin) => signOut(context, principal, scope, origin),
    checkBearer: check,
    user: (userId) => findUserById(deps.db.sql, userId),
    userView: (user) => readUserView(deps.db.sql, user),
    updateUser: (principal, change, origin) => updateUser(context, principal, change, origin),
    requestNonce: (principal, origin) => requestNonce(context, principal, origin),
    jwks: () => keys.jwks(),
    rotateSigningKeys: () => keys.rotate(),
    start: daily.start,
    stop: () => {
      daily.stop();
      stopFollowing();
      botTokens.stop();
    },
  };
}

const toAuthentication = (checked: Result<BearerUser, BearerFault>): Principal | AuthenticationFailure => {
  if (checked.ok) {
    const { needsSecondFactor, ...principal } = checked.value;
    return needsSecondFactor ? 'second_factor_needed' : principal;
  }
  return checked.error === 'expired' ? 'token_expired' : 'not_authenticated';
};

const DAY = durationMs(24 * 60 * 60_000);
const FIRST_AFTER = durationMs(60_000);

/**
 * Schedules the deletion of idle anonymous users: soon after the start, then once a day. A failed run is retried the
 * next day.
 */
function dailyRemoval(context: AuthContext, throttle: SharedThrottle): { start: () => void; stop: () => void } {
  let cancels: readonly Cancel[] = [];
  let running = false;
  const steadyNow = createSteadyNow(context.clock);
  const run = async () => {
    if (running) return;
    running = true;
    try {
      await throttle.cleanUp();
      const removed = await removeIdlePeople(context, steadyNow());
      if (removed > 0) context.log.info({ removed }, 'idle anonymous people removed');
    } catch (error) {
      context.log.error({ err: error }, 'the daily removal failed');
    } finally {
      running = false;
    }
  };
  return {
    start: () => {
      cancels = [context.clock.after(FIRST_AFTER, () => void run()), context.clock.every(DAY, () => void run())];
    },
    stop: () => {
      for (const cancel of cancels) cancel();
    },
  };
}
