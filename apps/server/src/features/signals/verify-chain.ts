import { type Json } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { type ChainRow, findChainPart } from './journal-tables.ts';
import { chainHashOf, GENESIS_HASH } from './seal.ts';

/** Rows that are read at once. Their hashes take about 5 ms, and other work of the process runs between two pages. */
const PAGE = 500;

/**
 * The fault of a chain. `missing`: an entry is missing; `chain`: the entry does not follow the previous one; `body`:
 * the content was changed; `columns`: the row disagrees with its body.
 */
export type ChainFault = { readonly seq: number; readonly fault: 'missing' | 'chain' | 'body' | 'columns' };

export type SealedSignalRow = ChainRow<{ readonly [key: string]: Json }>;

/**
 * Reads the whole chain of one setup or strategy and checks its hashes.
 * @returns the rows before the first fault, and this fault
 */
export async function verifyChain(
  sql: Sql,
  kind: AutomationKind,
  ownerId: string,
): Promise<{ readonly rows: readonly SealedSignalRow[]; readonly fault: ChainFault | null }> {
  const rows: SealedSignalRow[] = [];
  let previousHash = GENESIS_HASH;
  for (
    let page = await read(sql, kind, ownerId, 0);
    page.length > 0;
    page = await read(sql, kind, ownerId, rows.length)
  ) {
    for (const row of page) {
      const fault = faultOf(row, rows.length + 1, previousHash);
      if (fault !== null) return { rows, fault: { seq: rows.length + 1, fault } };
      rows.push(row);
      previousHash = row.hash;
    }
  }
  return { rows, fault: null };
}

const read = async (sql: Sql, kind: AutomationKind, ownerId: string, afterSeq: number): Promise<SealedSignalRow[]> =>
  await findChainPart<SealedSignalRow['body']>(sql, kind, ownerId, { afterSeq, limit: PAGE });

function faultOf(row: SealedSignalRow, seq: number, previousHash: string): ChainFault['fault'] | null {
  const { body } = row;
  if (row.seq !== seq) return 'missing';
  if (row.previous_hash !== previousHash) return 'chain';
  if (chainHashOf(previousHash, body) !== row.hash) return 'body';
  const owner = body['setup_id'] ?? body['strategy_id'];
  const version = body['setup_version'] ?? body['strategy_version'] ?? 1;
  const times = [body['entry_time_ms'], body['expiration_ms']];
  const agrees = owner === row.owner_id && version === row.version && times[0] === row.entry_time_ms;
  return agrees && times[1] === row.expiration_ms ? null : 'columns';
}
