import { STREAM_CLOSE, type StreamEvent } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Logger } from '#platform/logging/logger.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { PriceService } from './price-service.ts';
import type { StreamClient } from './stream-client.ts';
import type { TokenCheck } from './token-check.ts';

const MAX_CLIENTS_PER_USER = 20;

export type SignInDeps = {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly tokens: TokenCheck;
  readonly roster: ClientRegistry;
  readonly prices: PriceService;
  /** Returns the price source of a user. */
  readonly sourceOf: (userId: string) => Promise<PriceSource>;
  /** Called when a socket has signed in: the sign-in may be news for the user's other devices. */
  readonly signedIn: (userId: string) => void;
  readonly send: (client: StreamClient, event: StreamEvent) => void;
  readonly close: (client: StreamClient, code: number, reason: string) => void;
};

/** Authenticates the user of a socket, and checks regularly that the session is still valid. */
export class SignIn {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * Signs in the user of a socket with its first token. A later token of the same user replaces the first one before it
   * expires.
   */
  async authenticate(client: StreamClient, accessToken: string): Promise<void> {
    const { tokens, roster, close } = this.#deps;
    const before = client.state;
    if (before.kind === 'new') client.state = { kind: 'authenticating' };
    else if (before.kind !== 'open') return;
    const principal = await tokens.check(accessToken, client.ip);
    if (client.state.kind === 'closed') return;
    if (principal === 'unavailable') {
      if (before.kind === 'new') close(client, STREAM_CLOSE.tooSlow, 'try again later');
      return;
    }
    if (typeof principal === 'string') return close(client, STREAM_CLOSE.unauthenticated, principal);
    if (before.kind === 'open' && before.principal.userId !== principal.userId) {
      return close(client, STREAM_CLOSE.unauthenticated, 'another user');
    }
    client.state = { kind: 'open', principal, accessToken };
    roster.bind(client, principal.userId);
    if (roster.ofUser(principal.userId).size > MAX_CLIENTS_PER_USER) {
      return close(client, STREAM_CLOSE.tooSlow, 'too many connections of this user');
    }
    await this.#greet(client, principal.userId);
    if (before.kind === 'new') this.#deps.signedIn(principal.userId);
  }

  /**
   * Checks again that the session is valid. If the database is unavailable, no session ends, and the next round checks
   * again.
   */
  async recheck(client: StreamClient): Promise<void> {
    if (client.state.kind !== 'open') return;
    const { tokens, close } = this.#deps;
    const { accessToken } = client.state;
    const outcome = await tokens.check(accessToken, client.ip);
    if (client.state.kind !== 'open' || client.state.accessToken !== accessToken) return;
    if (outcome === 'token_expired') close(client, STREAM_CLOSE.unauthenticated, outcome);
    else if (typeof outcome === 'string' && outcome !== 'unavailable') {
      close(client, STREAM_CLOSE.sessionEnded, 'session ended');
    } else if (typeof outcome !== 'string') await this.#showAgain(client, outcome.userId);
  }

  /** Switches a socket to the prices of a source. */
  show(client: StreamClient, source: PriceSource): void {
    this.#deps.send(client, this.#deps.prices.show(client, source));
  }

  async #greet(client: StreamClient, userId: string): Promise<void> {
    const { clock, log, send, close } = this.#deps;
    send(client, { type: 'ready', server_time: new Date(clock.now()).toISOString() });
    try {
      await this.#showChosen(client, userId);
    } catch (error) {
      log.warn({ err: error }, 'whose prices a stream shows could not be read');
      close(client, STREAM_CLOSE.tooSlow, 'try again later');
    }
  }

  async #showAgain(client: StreamClient, userId: string): Promise<void> {
    try {
      await this.#showChosen(client, userId);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'whose prices a stream shows is read again later');
    }
  }

  /**
   * Switches to the user's price source. It also runs at each recheck, because the user may have changed the source in
   * another process.
   */
  async #showChosen(client: StreamClient, userId: string): Promise<void> {
    const source = await this.#deps.sourceOf(userId);
    if (client.isOpen && client.board?.source !== source) this.show(client, source);
  }
}
