import { externalIdOf } from './rows.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import type { Fields } from './wire.ts';

const DEFAULT_LIMIT = 100;
/** Names of the fields with the terms of a position. */
const TERMS = ['raw_event', 'direction'];

const isWanted = (types: unknown, kind: string): boolean => !Array.isArray(types) || types.includes(`${kind}-option`);

/** Returns the response to `get-positions`: the running contracts. */
export function openPositions(broker: SimulatedBroker, loginId: string, body: Fields): object {
  const rows = positionsOf(broker, loginId, body, false).map(({ row }) => row);
  const { offset, limit } = pageOf(body);
  return { positions: rows.slice(offset, offset + limit), total: rows.length, limit };
}

/** Returns the response to `get-history-positions`: the ended contracts, newest first. `end` is in seconds. */
export function closedPositions(broker: SimulatedBroker, loginId: string, body: Fields): object {
  const { external_id: externalId, end } = body;
  const rows = positionsOf(broker, loginId, body, true)
    .filter(({ contract, kind }) => externalId === undefined || externalIdOf(contract.contractId, kind) === externalId)
    .filter(({ contract }) => typeof end !== 'number' || (contract.result?.settledAtMs ?? 0) <= end * 1000)
    .toSorted((a, b) => (b.contract.result?.settledAtMs ?? 0) - (a.contract.result?.settledAtMs ?? 0))
    .map(({ row }) => row);
  const { offset, limit } = pageOf(body);
  return { positions: rows.slice(offset, offset + limit), limit };
}

function positionsOf(broker: SimulatedBroker, loginId: string, { instrument_types: types }: Fields, isClosed: boolean) {
  return broker.book
    .contracts()
    .filter((contract) => contract.loginId === loginId && (contract.result !== null) === isClosed)
    .filter((contract) => broker.script.isListed(contract))
    .flatMap((contract) => {
      const position = broker.position(contract);
      const row = position && broker.script.listed(position.row, TERMS);
      return row && isWanted(types, position.kind) ? [{ contract, kind: position.kind, row }] : [];
    });
}

const pageOf = ({ offset, limit }: Fields): { offset: number; limit: number } => ({
  offset: typeof offset === 'number' ? offset : 0,
  limit: typeof limit === 'number' ? limit : DEFAULT_LIMIT,
});
