import type { BrokerContract } from '@vigia/broker-kit/port';
import type { BrokerRow } from './broker-trades.repository.ts';
import type { createVenueWorld } from './testing.ts';

/**
 * Compares the records of the server with those of the scripted broker. Checks that no order is sent twice, each option
 * contract belongs to one trade, and each ended trade has the profit that the broker paid.
 * @returns descriptions of the violations
 */
export async function brokerRecordFaults(
  world: Awaited<ReturnType<typeof createVenueWorld>>,
): Promise<readonly string[]> {
  const { broker } = world;
  const trades = (await world.trades()).filter((trade) => trade.broker_account !== null);
  const twice = broker.handedOver.filter((id, index) => broker.handedOver.indexOf(id) !== index);
  const doubled = trades.filter(({ id }) => broker.contractsOf(id).length > 1);
  return [
    ...twice.map((id) => `order ${id} was handed over twice`),
    ...doubled.map(({ id }) => `order ${id} has two contracts`),
    ...trades.flatMap((trade) => tradeFaults(trade, broker.contractsOf(trade.id)[0])),
  ];
}

function tradeFaults(trade: BrokerRow, contract: BrokerContract | undefined): readonly string[] {
  const { id, status, execution, broker_ref: ref, profit_minor: profit } = trade;
  if (execution === 'pending' || execution === 'unknown') return [];
  if (execution === 'rejected')
    return contract === undefined ? [] : [`order ${id}, rejected, has ${contract.contractId}`];
  if (contract === undefined || contract.contractId !== ref)
    return [`trade ${id} is on ${ref}, the book says otherwise`];
  if (status === 'active') return [];
  const reported = contract.result?.profitMinor ?? null;
  return reported === profit ? [] : [`trade ${id} ended with ${profit}, the broker says ${reported}`];
}
