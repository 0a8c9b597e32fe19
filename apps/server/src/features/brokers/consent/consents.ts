import { createHash } from 'node:crypto';
import type { Broker, BrokerConsent, ConsentClient, ConsentTokens } from '@vigia/broker-kit/port';
import { type BrokerConsentBody, type BrokerConsentStart, consentReturnPath } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { ensureDataKey, withDataKey } from '#platform/crypto/data-keys.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { lockUser } from '../connections.repository.ts';
import type { BrokersDeps } from '../deps.ts';
import { type BrokerRefusal, brokerRefusalOf, refusal } from '../refusal.ts';
import { lockConsent, recordConsentUse, storeConsent } from './consents.repository.ts';

/** Time within which the response of the broker's page must arrive. */
const ANSWER_WITHIN_MS = 10 * 60_000;
const SECRET_BYTES = 32;

export type ConsentsDeps = Pick<BrokersDeps, 'db' | 'clock' | 'keyRing' | 'origins' | 'consentClients'>;

/** The OAuth sign-in of a broker at which this installation is registered. */
type Registered = { readonly consent: BrokerConsent; readonly client: ConsentClient };

/**
 * Returns the registration with which users can sign in on the broker's own page; null if this installation has none.
 */
export function brokerRegistrationOf(
  { id, consent }: Broker,
  { clientIds, siteUrl }: BrokersDeps['consentClients'],
): Registered | null {
  const clientId = clientIds[id];
  if (consent === undefined || clientId === undefined) return null;
  return { consent, client: { clientId, redirectUri: siteUrl() + consentReturnPath(id) } };
}

/** Sends users to a broker's OAuth page, and exchanges the code with which they return for tokens. */
export class Consents {
  readonly #deps: ConsentsDeps;

  constructor(deps: ConsentsDeps) {
    this.#deps = deps;
  }

  /** Stores a new OAuth request of the user, and returns the address of the broker's page. */
  async start(userId: string, broker: Broker): Promise<Result<BrokerConsentStart, BrokerRefusal>> {
    const { db, clock } = this.#deps;
    const registered = this.#registered(broker);
    if (!registered.ok) return registered;
    const { consent, client } = registered.value;
    const [state, verifier] = [this.#secret(), this.#secret()];
    const expiresAt = new Date(clock.now() + ANSWER_WITHIN_MS);
    const isHere = await db.transaction((tx) =>
      this.#store(tx, { userId, broker: broker.id, state, verifier, expiresAt }),
    );
    if (!isHere) return err({ code: 'not_authenticated', values: {} });
    const url = await consent.pageOf({ ...client, state, verifier }, this.#consentDeps(broker));
    return ok({ url, expires_at: expiresAt.toISOString() });
  }

  /** Exchanges a response of the broker's page for tokens, once, and only for the user who started the sign-in. */
  async finish(
    userId: string,
    broker: Broker,
    { code, state }: BrokerConsentBody,
  ): Promise<Result<ConsentTokens, BrokerRefusal>> {
    const registered = this.#registered(broker);
    if (!registered.ok) return registered;
    const verifier = await this.#deps.db.transaction((tx) => this.#take(tx, userId, broker, state));
    if (!verifier.ok) return verifier;
    const { consent, client } = registered.value;
    const request = { ...client, state, verifier: verifier.value };
    const exchanged = await consent.exchange(code, request, this.#consentDeps(broker));
    if (exchanged.ok) return exchanged;
    const isRefused = exchanged.error.kind === 'auth_invalid';
    return err(isRefused ? refusal(broker, 'broker_consent_expired') : brokerRefusalOf(broker, exchanged.error));
  }

  #registered(broker: Broker): Result<Registered, BrokerRefusal> {
    const registered = brokerRegistrationOf(broker, this.#deps.consentClients);
    if (registered !== null) return ok(registered);
    return err(refusal(broker, 'broker_form_unsupported'));
  }

  async #store(
    tx: Transaction,
    {
      userId,
      broker,
      state,
      verifier,
      expiresAt,
    }: { userId: string; broker: BrokerId; state: string; verifier: string; expiresAt: Date },
  ): Promise<boolean> {
    const { keyRing, clock } = this.#deps;
    if (!(await lockUser(tx, userId))) return false;
    const now = new Date(clock.now());
    await ensureDataKey(tx, keyRing, userId, now);
    const stateHash = hashOf(state);
    const verifierSealed = await withDataKey(tx, keyRing, userId, (sealer) =>
      sealer.seal(Buffer.from(verifier), aadOf(userId, broker, stateHash)),
    );
    if (verifierSealed === null) throw new Error(`person ${userId} has no data key`);
    await storeConsent(tx, { stateHash, userId, broker, verifierSealed, expiresAt }, now);
    return true;
  }

  /** Returns the PKCE verifier of an OAuth request, and marks the request as used. */
  async #take(tx: Transaction, userId: string, broker: Broker, state: string): Promise<Result<string, BrokerRefusal>> {
    const { keyRing, clock } = this.#deps;
    const stateHash = hashOf(state);
    const row = await lockConsent(tx, stateHash);
    if (row === undefined || row.broker !== broker.id) return err(refusal(broker, 'broker_consent_expired'));
    if (row.user_id !== userId) return err(refusal(broker, 'broker_consent_foreign'));
    const { verifier_sealed: sealed } = row;
    if (sealed === null) return err(refusal(broker, 'broker_consent_used'));
    const now = new Date(clock.now());
    if (row.expires_at <= now) return err(refusal(broker, 'broker_consent_expired'));
    await recordConsentUse(tx, stateHash, now);
    const verifier = await withDataKey(tx, keyRing, userId, (sealer) =>
      sealer.open(sealed, aadOf(userId, broker.id, stateHash)).toString(),
    );
    return verifier === null ? err(refusal(broker, 'broker_consent_expired')) : ok(verifier);
  }

  #secret(): string {
    return this.#deps.consentClients.randomBytes(SECRET_BYTES).toString('base64url');
  }

  #consentDeps({ id }: Broker) {
    return { clock: this.#deps.clock, origins: this.#deps.origins[id] ?? {} };
  }
}

/** Returns the stored hash of a state. The state has 256 random bits, so the hash needs no key. */
const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

const aadOf = (userId: string, broker: BrokerId, stateHash: Buffer): string =>
  `broker_consents:verifier_sealed:${userId}:${broker}:${stateHash.toString('hex')}:v1`;
