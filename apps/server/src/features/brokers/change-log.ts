import type { Broker } from '@vigia/broker-kit/port';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEventKind } from '#platform/security-log/security-log.ts';
import { type Caller, eventOf } from '../accounts/index.ts';
import { lockPerson } from './connections.repository.ts';
import type { SessionsDeps } from './deps.ts';
import type { Announcer } from './sessions/announcer.ts';

/** What people do to their connections, written down beside what it changes. */
export class ChangeLog {
  readonly #deps: Pick<SessionsDeps, 'tenure' | 'clock' | 'securityLog'>;
  readonly #announcer: Announcer;

  constructor(deps: Pick<SessionsDeps, 'tenure' | 'clock' | 'securityLog'>, announcer: Announcer) {
    this.#deps = deps;
    this.#announcer = announcer;
  }

  /** Changes what is kept and logs it, both or neither. */
  async write(
    caller: Caller,
    kind: SecurityEventKind,
    broker: Broker,
    change: (tx: Transaction, now: Date) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { tenure, clock, securityLog } = this.#deps;
    await tenure.transaction(async (tx) => {
      if (!(await lockPerson(tx, caller.principal.userId))) return;
      await change(tx, new Date(clock.now()));
      await securityLog.append(tx, [eventOf(caller, kind, { broker: broker.id })]);
    });
    this.#announcer.changed(caller.principal.userId, broker.id);
  }
}
