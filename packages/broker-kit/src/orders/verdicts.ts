import type { BrokerContract, Reconciliation, SentOrder } from '#port/index.ts';
import { hasSimilarContract, type MatchWindow } from './match-orders.ts';

/**
 * A row of the broker's records that the adapter cannot read completely. Readable fields have their value, unreadable
 * fields are null. A row without any readable field could be the contract of any order.
 */
export type UnreadRow = {
  readonly [Field in 'contractId' | 'accountId' | 'symbol' | 'direction' | 'stakeMinor']: BrokerContract[Field] | null;
} & { readonly openedAtMs: number | null };

/** One row of the broker's records. `other`: a readable row of a kind that Vigía never places. */
export type RecordRow =
  | { readonly kind: 'contract'; readonly contract: BrokerContract }
  | { readonly kind: 'unread'; readonly row: UnreadRow }
  | { readonly kind: 'other' };

/** Content of the broker's records for a time span. */
export type BrokerRecords = {
  readonly contracts: readonly BrokerContract[];
  readonly unread: readonly UnreadRow[];
  /** False if the records may not reach back as far as requested, or may have a gap. */
  readonly isWhole: boolean;
};

/**
 * Largest error of a measured clock offset. A row may belong to an order even if its time is this far outside the
 * window.
 */
const CLOCK_ERROR_MS = 10_000;

/** A row without any known field. */
export const UNREADABLE_ROW: UnreadRow = {
  contractId: null,
  accountId: null,
  symbol: null,
  direction: null,
  stakeMinor: null,
  openedAtMs: null,
};

/** Sorts rows into contracts and unread rows. If several rows describe one contract, the last of these rows counts. */
export function recordsOf(rows: readonly RecordRow[], isWhole = true): BrokerRecords {
  const contracts = rows.flatMap((row) => (row.kind === 'contract' ? [row.contract] : []));
  return {
    contracts: [...new Map(contracts.map((contract) => [contract.contractId, contract])).values()],
    unread: rows.flatMap((row) => (row.kind === 'unread' ? [row.row] : [])),
    isWhole,
  };
}

export type JudgedOrders<Order extends SentOrder = SentOrder> = {
  /** The contract of each order as `matchOrders` returns it, in the order of `orders`. */
  readonly matched: readonly (BrokerContract | null)[];
  readonly records: BrokerRecords;
  /** Ids of contracts that are known to belong to other orders. */
  readonly claimed: ReadonlySet<string>;
  /** Largest deviation between an order and an unread row. */
  readonly window: Pick<MatchWindow, 'earlyMs' | 'lateMs'>;
  /** Whether the records were read late enough to contain this order (see `Arrivals`). */
  isLateEnough(order: Order): boolean;
};

/**
 * Returns the verdict on each order with an unknown execution status, in the order of `orders`. The rules are the same
 * for every broker. `absent` requires that the records are complete and were read late enough. If an unread row may be
 * the contract of the order, the verdict is `unread` and not `absent`. If an equal unclaimed contract differs in time
 * only by a clock error, the verdict is not `absent` either. The times of orders and rows must come from one clock.
 */
export const verdictsOf = <Order extends SentOrder>(
  orders: readonly Order[],
  judged: JudgedOrders<Order>,
): readonly Reconciliation[] => {
  const given = judged.matched.flatMap((contract) => contract?.contractId ?? []);
  const taken = { ...judged, claimed: new Set([...judged.claimed, ...given]) };
  return orders.map((order, index) => verdictOf(order, judged.matched[index] ?? null, taken));
};

function verdictOf<Order extends SentOrder>(
  order: Order,
  contract: BrokerContract | null,
  judged: JudgedOrders<Order>,
): Reconciliation {
  const { records, claimed, window } = judged;
  if (contract) return { verdict: 'found', contract };
  if (!records.isWhole || !judged.isLateEnough(order)) return { verdict: 'undecided' };
  const wide = { earlyMs: window.earlyMs + CLOCK_ERROR_MS, lateMs: window.lateMs + CLOCK_ERROR_MS };
  if (records.unread.some((row) => mayBe(order, row, claimed, wide))) return { verdict: 'unread' };
  return { verdict: hasSimilarContract(order, records.contracts, claimed, wide) ? 'undecided' : 'absent' };
}

/** Returns true if every readable field of the row matches the order, so the row may be its contract. */
function mayBe(
  order: SentOrder,
  { contractId, accountId, symbol, direction, stakeMinor, openedAtMs }: UnreadRow,
  claimed: ReadonlySet<string>,
  { earlyMs, lateMs }: Pick<MatchWindow, 'earlyMs' | 'lateMs'>,
): boolean {
  const isInTime =
    openedAtMs === null || (openedAtMs >= order.sentAtMs - earlyMs && openedAtMs <= order.sentAtMs + lateMs);
  return (
    isInTime &&
    (contractId === null || !claimed.has(contractId)) &&
    (accountId ?? order.accountId) === order.accountId &&
    (symbol ?? order.symbol) === order.symbol &&
    (direction ?? order.direction) === order.direction &&
    (stakeMinor ?? order.stakeMinor) === order.stakeMinor
  );
}
