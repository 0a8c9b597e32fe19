import type { Broker, BrokerFault, ConsentTokens } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { BrokersDeps } from '../deps.ts';
import type { LoginSecrets } from '../vault/sealed-login.ts';
import type { Vault } from '../vault/vault.ts';
import { brokerRegistrationOf } from './consents.ts';

/** Tokens are renewed this long before they expire (ms). */
const AHEAD_MS = 5 * 60_000;
/** Shortest time between two renewals of one login (ms), whatever the lifetime of its tokens. */
const LEAST_MS = 30_000;
/**
 * Lease of one renewal (ms); its request takes up to 10 s. If the process dies, the stored tokens are renewed after the
 * lease.
 */
const LEASE_MS = 30_000;

const BUSY: BrokerFault = { kind: 'network', detail: 'another process renews the tokens' };
const GONE: BrokerFault = { kind: 'auth_invalid', detail: 'the stored tokens are gone' };

type RenewalsDeps = Pick<BrokersDeps, 'clock' | 'origins' | 'sessionShards' | 'consentClients'> & {
  readonly vault: Vault;
};

/** Tokens that can be renewed with their refresh token. */
type Renewable = ConsentTokens & { readonly refreshToken: string };

/**
 * Renews OAuth tokens before they expire. A broker may refuse a refresh token that was used before. A lease in the row
 * therefore lets one process at a time use it, and new tokens are stored before any session gets them.
 */
export class Renewals {
  readonly #deps: RenewalsDeps;

  constructor(deps: RenewalsDeps) {
    this.#deps = deps;
  }

  /** Returns the milliseconds until the next renewal of a login; null if the login is never renewed. */
  dueInMs({ credentials }: LoginSecrets): number | null {
    if (!isRenewable(credentials) || credentials.expiresAtMs === null) return null;
    return Math.max(credentials.expiresAtMs - AHEAD_MS - this.#deps.clock.now(), LEAST_MS);
  }

  /**
   * Returns the stored login. Renews its tokens first if they expire soon.
   * @returns `auth_invalid` if the broker refuses the refresh token. Other faults may be temporary; the tokens stay
   * stored
   */
  async current(userId: string, broker: Broker, login: LoginSecrets): Promise<Result<LoginSecrets, BrokerFault>> {
    if (!this.#endsSoon(login)) return ok(login);
    const { vault, sessionShards, clock } = this.#deps;
    const now = new Date(clock.now());
    const until = new Date(clock.now() + LEASE_MS);
    const isHeld = await sessionShards.transaction([userId], (tx) =>
      vault.claimRenewal(tx, userId, broker.id, now, until),
    );
    if (!isHeld) return err(BUSY);
    const renewed = await this.#renew(userId, broker, until);
    if (!renewed.ok)
      await sessionShards.transaction([userId], (tx) => vault.releaseRenewal(tx, userId, broker.id, until));
    return renewed;
  }

  /** Renews the tokens under the lease. Reads the row again, because another process may have renewed them before. */
  async #renew(userId: string, broker: Broker, until: Date): Promise<Result<LoginSecrets, BrokerFault>> {
    const { vault, sessionShards, clock, origins, consentClients } = this.#deps;
    const stored = await vault.read(userId, broker.id);
    const registered = brokerRegistrationOf(broker, consentClients);
    if (!stored.ok || stored.value === null) return err(GONE);
    const { credentials, resume } = stored.value;
    if (!isRenewable(credentials) || registered === null) return err(GONE);
    let tokens: ConsentTokens = credentials;
    if (this.#endsSoon(stored.value)) {
      const deps = { clock, origins: origins[broker.id] ?? {} };
      const answer = await registered.consent.renew(credentials.refreshToken, registered.client, deps);
      if (!answer.ok) return answer;
      tokens = answer.value;
    }
    const isStored = await sessionShards.transaction([userId], (tx) =>
      vault.storeRenewed(tx, userId, broker.id, tokens, until),
    );
    return isStored ? ok({ credentials: tokens, resume }) : err(BUSY);
  }

  #endsSoon({ credentials }: LoginSecrets): boolean {
    const { clock } = this.#deps;
    return (
      isRenewable(credentials) && credentials.expiresAtMs !== null && credentials.expiresAtMs - clock.now() <= AHEAD_MS
    );
  }
}

const isRenewable = (credentials: LoginSecrets['credentials']): credentials is Renewable =>
  credentials.kind === 'oauth' && credentials.refreshToken !== null;
