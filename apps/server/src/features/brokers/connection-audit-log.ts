import type { Broker } from '@vigia/broker-kit/port';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEventKind } from '#platform/security-log/security-log.ts';
import { type Caller, securityEventOf } from '../accounts/index.ts';
import { lockUser } from './connections.repository.ts';
import type { BrokersDeps } from './deps.ts';
import type { StatusPublisher } from './sessions/status-publisher.ts';

/** Audit log of changes to broker connections. Each entry is written in the transaction of its change. */
export class ConnectionAuditLog {
  readonly #deps: Pick<BrokersDeps, 'sessionShards' | 'clock' | 'securityLog'>;
  readonly #statusPublisher: StatusPublisher;

  constructor(deps: Pick<BrokersDeps, 'sessionShards' | 'clock' | 'securityLog'>, statusPublisher: StatusPublisher) {
    this.#deps = deps;
    this.#statusPublisher = statusPublisher;
  }

  /** Applies a change and logs it in one transaction. */
  async write(
    caller: Caller,
    kind: SecurityEventKind,
    broker: Broker,
    change: (tx: Transaction, now: Date) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { sessionShards, clock, securityLog } = this.#deps;
    const { userId } = caller.principal;
    await sessionShards.transaction([userId], async (tx) => {
      if (!(await lockUser(tx, userId))) return;
      await change(tx, new Date(clock.now()));
      await securityLog.append(tx, [securityEventOf(caller, kind, { broker: broker.id })]);
    });
    this.#statusPublisher.changed(userId, broker.id);
  }
}
