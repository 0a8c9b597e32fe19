import { ok, type Result } from '@vigia/core/kernel';
import type { BrokerFault, ContractLength, Reconciliation, SentOrder, SentTimedOrder } from '#port/index.ts';

/**
 * The fault of an order with a duration in ticks, at a broker that sells only contracts with a duration in seconds.
 * Such an order is never sent.
 */
export const NOT_SOLD_BY_TICKS: BrokerFault = { kind: 'invalid_duration', detail: 'not sold by ticks' };

/** Returns whether the duration of the order is in seconds, not in ticks. */
export const isTimed = <Order extends ContractLength>(
  order: Order,
): order is Extract<Order, { readonly durationS: number }> => order.durationS !== undefined;

/**
 * Reconciles orders at a broker that sells only contracts with a duration in seconds. Orders with a duration in ticks
 * are never sent there; their verdict is always `undecided`.
 * @param reconcile returns one verdict per order, in the same order
 */
export async function reconcileTimed(
  orders: readonly SentOrder[],
  reconcile: (timed: readonly SentTimedOrder[]) => Promise<Result<readonly Reconciliation[], BrokerFault>>,
): Promise<Result<readonly Reconciliation[], BrokerFault>> {
  const timed = orders.filter(isTimed);
  const verdicts = await reconcile(timed);
  if (!verdicts.ok) return verdicts;
  const byOrder = new Map<SentOrder, Reconciliation | undefined>(
    timed.map((order, index) => [order, verdicts.value[index]]),
  );
  return ok(orders.map((order) => byOrder.get(order) ?? { verdict: 'undecided' }));
}
