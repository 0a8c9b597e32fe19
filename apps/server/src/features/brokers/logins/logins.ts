import type { Broker, BrokerCredentials, FormCredentials } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Caller } from '../../accounts/index.ts';
import type { AccountChooser } from '../account-chooser.ts';
import type { ConnectionAuditLog } from '../connection-audit-log.ts';
import { forgetLogin, recordDisconnect } from '../connections.repository.ts';
import type { BrokersDeps } from '../deps.ts';
import { type BrokerActionResult, type BrokerRefusal, refusal } from '../refusal.ts';
import type { BrokerSignIn } from '../sessions/broker-sign-in.ts';
import type { LiveConnections } from '../sessions/live-connections.ts';
import type { SavedVault } from '../vault/saved-vault.ts';
import type { Vault } from '../vault/vault.ts';
import { changeLoginLabel, hasOpenTrades, labelOfLoginInUse } from './logins.repository.ts';

/** Largest number of saved logins of a user at a broker, beside the one in use. */
const SAVED_LOGINS_MAX = 4;

type LoginsDeps = Pick<BrokersDeps, 'db' | 'sessionShards'> & {
  readonly vault: Vault;
  readonly savedVault: SavedVault;
  readonly live: LiveConnections;
  readonly changes: ConnectionAuditLog;
  readonly choosing: AccountChooser;
  readonly signingIn: BrokerSignIn;
};

/**
 * Credentials that were in use before the switch. They are used again if the broker refuses the new login. Null if none
 * were stored, or if they were OAuth tokens, which are never saved.
 */
type Former = FormCredentials | null;

/**
 * Several logins of a user at one broker. One login is in use. The others are saved: they are encrypted and have no
 * session. A trade is followed and settled on the login that placed it. The login in use therefore changes only while
 * no trade at the broker is open or unresolved.
 */
export class Logins {
  readonly #deps: LoginsDeps;

  constructor(deps: LoginsDeps) {
    this.#deps = deps;
  }

  /** Saves the login in use and ends its session, so that the user can sign in with another one. */
  async save(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    const { db, vault, savedVault, choosing } = this.#deps;
    const { userId } = caller.principal;
    const stored = await vault.read(userId, broker.id);
    if (!stored.ok) return err(refusal(broker, 'broker_credentials_unreadable'));
    if (stored.value === null) return err(refusal(broker, 'broker_credentials_missing'));
    if (stored.value.credentials.kind === 'oauth') return err(refusal(broker, 'broker_consent_not_saved'));
    if ((await savedVault.count(db.sql, userId, broker.id)) >= SAVED_LOGINS_MAX) {
      return err(refusal(broker, 'broker_logins_full'));
    }
    const saved = await this.#putAside(caller, broker, stored.value.credentials);
    if (saved.ok) await choosing.succeed(userId, broker.id);
    return saved;
  }

  /**
   * Signs in with a saved login, as with entered credentials: a chosen real account does not stay chosen. The login
   * that was in use is saved. If the broker refuses the wanted login, the former login is used again.
   */
  async use(caller: Caller, broker: Broker, id: string): Promise<BrokerActionResult> {
    const { savedVault, signingIn } = this.#deps;
    const wanted = await savedVault.read(caller.principal.userId, broker.id, id);
    if (!wanted.ok) return err(refusal(broker, 'broker_credentials_unreadable'));
    if (wanted.value === null) return err(refusal(broker, 'broker_login_unknown'));
    const former = await this.#makeRoom(caller, broker);
    if (!former.ok) return former;
    const signedIn = await signingIn.connect(caller, broker, wanted.value);
    if (signedIn.ok || signedIn.error.code === 'broker_code_required') return signedIn;
    if (former.value !== null) await signingIn.connect(caller, broker, former.value);
    return signedIn;
  }

  /** Names a login. @param id null for the login in use */
  async rename(caller: Caller, broker: Broker, id: string | null, label: string): Promise<BrokerActionResult> {
    const { userId } = caller.principal;
    const isFound = await this.#deps.sessionShards.transaction([userId], (tx) =>
      changeLoginLabel(tx, userId, broker.id, id, label),
    );
    return isFound ? ok(null) : err(refusal(broker, 'broker_login_unknown'));
  }

  /** Wipes a saved login. */
  async forget(caller: Caller, broker: Broker, id: string): Promise<BrokerActionResult> {
    const { userId } = caller.principal;
    let isFound = false;
    await this.#deps.changes.write(caller, 'broker_forgotten', broker, async (tx) => {
      isFound = await this.#deps.savedVault.wipe(tx, userId, broker.id, id);
    });
    return isFound ? ok(null) : err(refusal(broker, 'broker_login_unknown'));
  }

  /** Ends the login in use, if there is one, and saves it unless its credentials are OAuth tokens. */
  async #makeRoom(caller: Caller, broker: Broker): Promise<Result<Former, BrokerRefusal>> {
    const stored = await this.#deps.vault.read(caller.principal.userId, broker.id);
    // Credentials that cannot be read now may be readable once their key is back, so they are not wiped.
    if (!stored.ok) return err(refusal(broker, 'broker_credentials_unreadable'));
    const credentials = stored.value?.credentials ?? null;
    const aside = await this.#putAside(caller, broker, credentials);
    if (!aside.ok) return aside;
    return ok(credentials === null || credentials.kind === 'oauth' ? null : credentials);
  }

  async #putAside(caller: Caller, broker: Broker, credentials: BrokerCredentials | null): Promise<BrokerActionResult> {
    const { db, live, changes, signingIn } = this.#deps;
    const { userId } = caller.principal;
    if (await hasOpenTrades(db.sql, userId, broker.id)) return err(refusal(broker, 'broker_login_busy'));
    await live.drop(userId, broker.id, credentials?.kind === 'oauth' ? 'forget' : 'keep');
    let isBusy = false;
    await changes.write(caller, 'broker_disconnected', broker, async (tx, now) => {
      // An order may have been written before the session ended.
      isBusy = await hasOpenTrades(tx, userId, broker.id);
      if (!isBusy) await this.#move(tx, userId, broker, credentials, now);
    });
    if (!isBusy) return ok(null);
    await signingIn.connect(caller, broker, null);
    return err(refusal(broker, 'broker_login_busy'));
  }

  async #move(tx: Transaction, userId: string, broker: Broker, credentials: BrokerCredentials | null, now: Date) {
    const { vault, savedVault } = this.#deps;
    if (credentials !== null && credentials.kind !== 'oauth') {
      const label = await labelOfLoginInUse(tx, userId, broker.id);
      await savedVault.store(tx, userId, broker.id, credentials, { label, now });
    }
    await vault.forget(tx, userId, broker.id);
    await forgetLogin(tx, userId, broker.id);
    await recordDisconnect(tx, userId, broker.id, now);
  }
}
