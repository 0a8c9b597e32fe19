import type { Broker } from '@vigia/broker-kit/port';
import { ok } from '@vigia/core/kernel';
import type { Caller } from '../accounts/index.ts';
import type { AccountChooser } from './account-chooser.ts';
import type { ConnectionAuditLog } from './connection-audit-log.ts';
import { forgetLogin, readRecords, recordDisconnect } from './connections.repository.ts';
import { forgetConsents } from './consent/consents.repository.ts';
import type { BrokersDeps } from './deps.ts';
import type { BrokerActionResult } from './refusal.ts';
import type { LiveConnections } from './sessions/live-connections.ts';
import type { Vault } from './vault/vault.ts';

type ConnectionEnderDeps = Pick<BrokersDeps, 'db'> & {
  readonly vault: Vault;
  readonly live: LiveConnections;
  readonly changes: ConnectionAuditLog;
  readonly choosing: AccountChooser;
};

/** Ends connections on the user's request. */
export class ConnectionEnder {
  readonly #deps: ConnectionEnderDeps;

  constructor(deps: ConnectionEnderDeps) {
    this.#deps = deps;
  }

  /**
   * Ends the session. Credentials that the user entered are kept. OAuth tokens are wiped, because the user can sign in
   * with OAuth again with a click.
   */
  async disconnect(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    const { db, live, changes, choosing } = this.#deps;
    const { userId } = caller.principal;
    // A pending reopening must not sign in while the credentials are read.
    live.stopReopening(userId, broker.id);
    const records = await readRecords(db.sql, userId);
    const stored = records.find((record) => record.broker === broker.id)?.credentials;
    if (stored?.kind === 'oauth') return this.forget(caller, broker);
    await live.drop(userId, broker.id, 'keep');
    await changes.write(caller, 'broker_disconnected', broker, (tx, now) =>
      recordDisconnect(tx, userId, broker.id, now),
    );
    await choosing.succeed(userId, broker.id);
    return ok(null);
  }

  /** Ends the session, signs out at the broker, and wipes the stored credentials. */
  async forget(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    const { vault, live, changes, choosing } = this.#deps;
    const { userId } = caller.principal;
    await live.drop(userId, broker.id, 'forget');
    await changes.write(caller, 'broker_forgotten', broker, async (tx, now) => {
      await vault.forget(tx, userId, broker.id);
      await forgetConsents(tx, userId);
      await forgetLogin(tx, userId, broker.id);
      await recordDisconnect(tx, userId, broker.id, now);
    });
    await choosing.succeed(userId, broker.id);
    return ok(null);
  }
}
