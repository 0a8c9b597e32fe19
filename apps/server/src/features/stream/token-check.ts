import type { AuthenticationFailure, Authenticator, Principal } from '#platform/http/principal.ts';
import type { Logger } from '#platform/logging/logger.ts';

/** The user of a token, or the reason why it was refused. `unavailable` means that the check itself failed. */
export type TokenCheckResult = Principal | AuthenticationFailure | 'insufficient_scope' | 'unavailable';

/** Checks tokens. A session that ends during the check of its token counts as ended. */
export class TokenCheck {
  readonly #authenticator: Authenticator;
  readonly #log: Pick<Logger, 'warn'>;
  /** Sessions that ended during a check; one set for each check in progress. */
  readonly #underWay = new Set<Set<string>>();

  constructor(authenticator: Authenticator, log: Pick<Logger, 'warn'>) {
    this.#authenticator = authenticator;
    this.#log = log;
  }

  recordEndedSession(sessionId: string): void {
    for (const ended of this.#underWay) ended.add(sessionId);
  }

  async check(accessToken: string, ip: string): Promise<TokenCheckResult> {
    const ended = new Set<string>();
    this.#underWay.add(ended);
    try {
      const outcome = await this.#authenticator.authenticate(accessToken, ip);
      if (typeof outcome === 'string') return outcome;
      if (ended.has(outcome.sessionId)) return 'not_authenticated';
      return mayRead(outcome) ? outcome : 'insufficient_scope';
    } catch (error) {
      this.#log.warn({ err: error }, 'a stream session could not be checked');
      return 'unavailable';
    } finally {
      this.#underWay.delete(ended);
    }
  }
}

const mayRead = ({ scopes }: Principal): boolean => scopes === null || scopes.includes('read');
