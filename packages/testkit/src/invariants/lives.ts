import { balancesOf, finalTransferOf, type Trade, wireStatusOf } from '@vigia/core/trades';
import { type Finding, findings, type ReadOnlySql } from './finding.ts';
import { applyLog, type CheckedTradeRow, type LoggedEvent, readLogs, readTrades } from './trade-log.ts';

type Transfer = {
  readonly trade_id: string;
  readonly phase: string;
  readonly step: number;
  readonly cash: number;
  readonly hold: number;
  readonly pnl: number;
};

/**
 * Checks invariant I2 and a part of I9. The event log of each trade has no gaps. Its events, applied in order, lead to
 * the state of the trade's row. The stake is held once, and the only settlement moves exactly the money of its result.
 */
export async function checkLives(sql: ReadOnlySql): Promise<readonly Finding[]> {
  const [trades, logs, transfers] = [await readTrades(sql), await readLogs(sql), await readTransfers(sql)];
  const known = new Set(trades.map((trade) => trade.id));
  const strays = [...logs.keys(), ...transfers.keys()].filter((id) => !known.has(id));
  return [
    ...findings(
      'I2',
      strays.map((id) => `trade ${id} has events or transfers, but no row`),
    ),
    ...trades.flatMap((row) => lifeFaults(row, logs.get(row.id) ?? [], transfers.get(row.id) ?? [])),
  ];
}

async function readTransfers(sql: ReadOnlySql): Promise<ReadonlyMap<string, readonly Transfer[]>> {
  const rows = await sql<Transfer[]>`
    SELECT trade_id, phase, step, user_cash_minor::float8 AS cash, user_hold_minor::float8 AS hold,
           broker_pnl_minor::float8 AS pnl
    FROM ledger_transfers WHERE trade_id IS NOT NULL ORDER BY trade_id, phase, step`;
  const byTrade = new Map<string, Transfer[]>();
  for (const row of rows) byTrade.set(row.trade_id, [...(byTrade.get(row.trade_id) ?? []), row]);
  return byTrade;
}

function lifeFaults(
  row: CheckedTradeRow,
  log: readonly LoggedEvent[],
  transfers: readonly Transfer[],
): readonly Finding[] {
  const folded = applyLog(log);
  if (typeof folded === 'string') return findings('I2', [`the log of trade ${row.id} ${folded}`]);
  return [...findings('I2', rowFaults(row, folded)), ...findings('I9', moneyFaults(row, folded, transfers))];
}

function rowFaults(row: CheckedTradeRow, folded: Trade): readonly string[] {
  const { status, execution } = wireStatusOf(folded.state);
  const profit = 'settlement' in folded ? folded.settlement.profitMinor : row.profit;
  const isSame = status === row.status && execution === row.execution && profit === row.profit;
  return isSame ? [] : [`trade ${row.id} is ${row.status} with ${row.profit}, its log says ${status} with ${profit}`];
}

function moneyFaults(row: CheckedTradeRow, folded: Trade, transfers: readonly Transfer[]): readonly string[] {
  const holds = transfers.filter(({ phase }) => phase === 'hold');
  const endings = transfers.filter(({ phase }) => phase === 'settlement');
  const due = finalTransferOf(folded);
  const isHeldOnce = holds.length === 1 && holds[0]?.hold === row.stake && holds[0].cash === -row.stake;
  const faults = isHeldOnce ? [] : [`the stake of trade ${row.id} was held ${holds.length} times`];
  if (endings.length !== (due === null ? 0 : 1))
    return [...faults, `trade ${row.id}, ${row.status}, moved its money ${endings.length} times`];
  if (due === null || row.corrections > 0) return faults;
  const { user_cash, user_hold, broker_pnl } = balancesOf(due.entries);
  const [ending] = endings;
  const isRight = ending?.cash === user_cash && ending.hold === user_hold && ending.pnl === broker_pnl;
  return isRight ? faults : [...faults, `trade ${row.id}, ${row.status}, moved other money than that`];
}
