import type { BrokerContract, Reconciliation, SentOrder } from '#port/index.ts';
import type { MatchWindow } from './match-orders.ts';

/**
 * Fields read of a row of the broker's records that is no whole contract; null for what could not be read.
 * Without any field it may be the contract of every order.
 */
export type UnreadRow = {
  readonly [Field in 'contractId' | 'accountId' | 'symbol' | 'direction' | 'stakeMinor']: BrokerContract[Field] | null;
} & { readonly openedAtMs: number | null };

/** One row of the broker's records. `other`: readable, and of a kind that we never place. */
export type RecordRow =
  | { readonly kind: 'contract'; readonly contract: BrokerContract }
  | { readonly kind: 'unread'; readonly row: UnreadRow }
  | { readonly kind: 'other' };

/** Content of the broker's records about a span of time. */
export type BrokerRecords = {
  readonly contracts: readonly BrokerContract[];
  readonly unread: readonly UnreadRow[];
  /** False if the records may not reach back as far as requested, or miss a part. */
  readonly isWhole: boolean;
};

/** A row about which nothing is known. */
export const UNREADABLE: UnreadRow = {
  contractId: null,
  accountId: null,
  symbol: null,
  direction: null,
  stakeMinor: null,
  openedAtMs: null,
};

/**
 * Sorts rows into contracts and unread rows. A contract that is in several rows is kept once, as its last row has it.
 */
export function recordsOf(rows: readonly RecordRow[], isWhole = true): BrokerRecords {
  const contracts = rows.flatMap((row) => (row.kind === 'contract' ? [row.contract] : []));
  return {
    contracts: [...new Map(contracts.map((contract) => [contract.contractId, contract])).values()],
    unread: rows.flatMap((row) => (row.kind === 'unread' ? [row.row] : [])),
    isWhole,
  };
}

export type Judged<Order extends SentOrder = SentOrder> = {
  /** Contracts of the orders by `matchOrders`, in the order of `orders`. */
  readonly matched: readonly (BrokerContract | null)[];
  readonly records: Pick<BrokerRecords, 'unread' | 'isWhole'>;
  /** Contract ids known to belong to other orders. */
  readonly claimed: ReadonlySet<string>;
  /** Largest deviation between an order and an unread row. */
  readonly window: Pick<MatchWindow, 'earlyMs' | 'lateMs'>;
  /** Whether the records were read late enough to contain this order (see `Arrivals`). */
  isLateEnough(order: Order): boolean;
};

/**
 * The verdict on each order of unknown outcome, in the order of `orders`, the same for every broker: what cannot be
 * read is `unread`, never `absent`. An order is absent only if the records are whole, were read late enough, and hold
 * no unread row that may be its contract. Times of orders and rows are by one clock.
 */
export const verdictsOf = <Order extends SentOrder>(
  orders: readonly Order[],
  judged: Judged<Order>,
): readonly Reconciliation[] => orders.map((order, index) => verdictOf(order, judged.matched[index] ?? null, judged));

function verdictOf<Order extends SentOrder>(
  order: Order,
  contract: BrokerContract | null,
  judged: Judged<Order>,
): Reconciliation {
  const { records, claimed, window } = judged;
  if (contract) return { verdict: 'found', contract };
  if (!records.isWhole || !judged.isLateEnough(order)) return { verdict: 'undecided' };
  return { verdict: records.unread.some((row) => mayBe(order, row, claimed, window)) ? 'unread' : 'absent' };
}

/** Whether nothing that could be read of a row rules out that it is the contract of the order. */
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
