import { type Finding, findings, type ReadOnlySql } from './finding.ts';

/** A contract in a broker's own book; `profitMinor` is net of the stake, null while the contract runs. */
export type BookedContract = { readonly contractId: string; readonly profitMinor: number | null };

type Trade = {
  readonly id: string;
  readonly contract: string | null;
  readonly status: string;
  readonly execution: string;
  readonly profit: number | null;
  readonly was_sent: boolean;
};

/**
 * Checks invariants I3, I4 and I9 against the contract book of a simulated broker. Each contract belongs to exactly one
 * order that Vigía sent. A refused order has no contract. Every ended contract has the broker's profit.
 * @param book every contract of the broker; Vigía's orders opened all of them
 */
export async function checkContracts(
  sql: ReadOnlySql,
  broker: string,
  book: readonly BookedContract[],
): Promise<readonly Finding[]> {
  const trades = await sql<Trade[]>`
    SELECT id, broker_ref AS contract, status, execution, profit_minor::float8 AS profit,
      sent_at IS NOT NULL AS was_sent
    FROM trades WHERE broker = ${broker}`;
  const profits = new Map(book.map(({ contractId, profitMinor }) => [contractId, profitMinor]));
  const owners = new Map<string, number>();
  for (const { contract } of trades) if (contract !== null) owners.set(contract, (owners.get(contract) ?? 0) + 1);
  const isInDoubt = trades.some(({ execution }) => execution === 'pending' || execution === 'unknown');
  return [
    ...findings(
      'I4',
      [...profits.keys()].flatMap((id) => {
        const owned = owners.get(id) ?? 0;
        return owned === 1 || (owned === 0 && isInDoubt) ? [] : [`contract ${id} belongs to ${owned} orders`];
      }),
    ),
    ...findings('I3', trades.flatMap(sendingFaults)),
    ...findings(
      'I9',
      trades.flatMap((trade) => endingFaults(trade, profits)),
    ),
  ];
}

function sendingFaults({ id, contract, execution, was_sent: wasSent }: Trade): readonly string[] {
  const isConfirmed = execution === 'confirmed';
  return [
    ...(isConfirmed === (contract !== null) ? [] : [`trade ${id} is ${execution} and has contract ${contract}`]),
    ...(wasSent || contract === null ? [] : [`trade ${id} has a contract and was never sent`]),
  ];
}

function endingFaults(
  { id, contract, status, profit }: Trade,
  profits: ReadonlyMap<string, number | null>,
): readonly string[] {
  if (contract === null)
    return profit === null || profit === 0 ? [] : [`trade ${id} moved ${profit} without a contract`];
  const booked = profits.get(contract);
  if (booked === undefined) return [`trade ${id} is on ${contract}, which the broker has not`];
  return status === 'active' || booked === profit
    ? []
    : [`trade ${id} ended with ${profit}, its contract with ${booked}`];
}
