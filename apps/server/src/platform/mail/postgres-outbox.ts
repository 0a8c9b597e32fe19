import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Outbox } from './outbox.ts';

/** Returns the associated data that binds an encrypted mail to its row. */
export const mailAad = (id: string) => `mail_outbox.sealed:${id}`;

/**
 * Creates an outbox.
 * @param wake called after a mail was enqueued; its transaction may not have committed yet
 */
export function createOutbox(deps: {
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly wake: () => void;
}): Outbox {
  return {
    async enqueue(sql, { id = deps.ids.next(), kind, mail, expiresAt }) {
      const now = new Date(deps.clock.now());
      const sealed = deps.sealer.seal(Buffer.from(JSON.stringify(mail)), mailAad(id));
      await sql`
        INSERT INTO mail_outbox (id, kind, sealed, state, next_attempt_at, expires_at, created_at)
        VALUES (${id}, ${kind}, ${sealed}, 'waiting', ${now}, ${expiresAt}, ${now})`;
      deps.wake();
    },
  };
}
