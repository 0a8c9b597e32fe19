import { type Broker, isPractice } from '@vigia/broker-kit/port';
import { err, ok } from '@vigia/core/kernel';
import { type BrokerActionResult, brokerRefusalOf, refusal } from './refusal.ts';
import type { BrokerConnection } from './sessions/connection.ts';

/**
 * Resets the balance of the connection's demo account. The new balance reaches the ledger like every balance that the
 * broker reports.
 */
export async function resetPractice(
  broker: Broker,
  connection: BrokerConnection | undefined,
): Promise<BrokerActionResult> {
  const name = broker.traits.displayName;
  if (broker.traits.resetsPractice !== true) return err(refusal(broker, 'broker_practice_fixed'));
  if (!connection?.isUp) return err(refusal(broker, 'broker_not_connected'));
  const demo = connection.inUse.of('demo');
  if (!demo || !isPractice(demo)) return err({ code: 'broker_account_missing', values: { name, kind: 'cuenta demo' } });
  const done = await connection.session.resetPractice?.(demo);
  if (done?.ok) return ok(null);
  // A refusal with an unknown kind is probably a rule of the broker about when it resets.
  return err(
    !done || done.error.kind === 'unknown'
      ? refusal(broker, 'broker_practice_refused')
      : brokerRefusalOf(broker, done.error),
  );
}
