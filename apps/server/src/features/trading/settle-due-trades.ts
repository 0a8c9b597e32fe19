import { SHARDS, type Shard } from '#platform/cluster/shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { errorCode } from '#platform/startup-error.ts';
import type { TradingDeps } from './deps.ts';
import {
  DUE_GROUPS_MAX,
  type DueTradeGroup,
  type DueTradesFilter,
  findDueGroups,
  findDueIds,
  type SettlementBatch,
  type SourceRun,
} from './due-trades.repository.ts';
import { priceGroups } from './price-groups.ts';
import {
  forceHashJoins,
  lockAccounts,
  type PricedGroup,
  type SettledTrade,
  settleBatch,
} from './settlement.repository.ts';

/**
 * Number of trades per transaction. It is small enough that an order of one of these users waits only a fraction of a
 * second for the row lock of its account.
 */
const BATCH_TRADES = 10_000;

/** A trade that the database refuses to settle, and the error. */
export type StuckTrade = { readonly id: string; readonly cause: unknown };

/** A trade settled at `settledAtMs`, `lagMs` after its expiry. `traceparent` is the trace in which it was placed. */
export type TimedSettlement = {
  readonly id: string;
  readonly userId: string;
  readonly lagMs: number;
  readonly settledAtMs: number;
  readonly traceparent: string | null;
};

/** Receives every batch of settled trades after its transaction is committed. */
export type OnSettled = (trades: readonly TimedSettlement[]) => void;

/** The trades that one round settles, and the check of the lease under which it writes. */
export type SettlementScope = {
  /** Trades to skip, such as those that just failed. */
  readonly except?: readonly string[];
  /**
   * The shards to settle, and the check of their fencing token, which starts each transaction and sends its statement
   * at once. Null means all shards, for a server that is the only settler.
   */
  readonly owned?: { readonly shards: readonly Shard[]; readonly fence: (tx: Transaction) => Promise<void> } | null;
};

type Round = {
  readonly due: DueTradesFilter;
  readonly fence: (tx: Transaction) => Promise<void>;
  readonly run: SourceRun;
  readonly groups: readonly PricedGroup[];
  readonly except: readonly string[];
  readonly onSettled: OnSettled;
};

/**
 * Settles all due trades whose price is known, each at the price of its expiry.
 * @returns the trades that the database refused; all others are settled
 * @throws LeaseLostError if another process has acquired a shard; unsettled trades stay due
 */
export async function settleDueTrades(
  deps: TradingDeps,
  onSettled: OnSettled,
  { except = [], owned = null }: SettlementScope = {},
): Promise<readonly StuckTrade[]> {
  const { markets, clock, db } = deps;
  const { own } = markets;
  const run = { source: own.source, startsAtMs: own.historyFloor() * 1_000 };
  const shards = owned === null || owned.shards.length === SHARDS.length ? null : owned.shards;
  const due = { nowMs: clock.now(), shards };
  const fence = owned?.fence ?? (async () => undefined);
  const stuck: StuckTrade[] = [];
  for (let after: DueTradeGroup | null = null; ; ) {
    const found: DueTradeGroup[] = await findDueGroups(db.sql, due, run, { except, after });
    stuck.push(...(await settleGroups(deps, found, { due, fence, run, except, onSettled })));
    after = found.at(-1) ?? null;
    if (found.length < DUE_GROUPS_MAX) return stuck;
  }
}

/** Settles the trades of those groups whose price is known. */
async function settleGroups(
  deps: TradingDeps,
  found: readonly DueTradeGroup[],
  round: Omit<Round, 'groups'>,
): Promise<StuckTrade[]> {
  const groups = await priceGroups(deps, found, round.due.nowMs);
  if (groups.length === 0) return [];
  const trades = groups.reduce((sum, { group }) => sum + group.trades, 0);
  return settleBatches(deps, { ...round, groups }, batchesOf(trades));
}

/** Divides the trades by ranges of user ids. Ids are random, so equal ranges contain about equally many users. */
function batchesOf(trades: number): SettlementBatch[] {
  const count = Math.ceil(trades / BATCH_TRADES);
  const bound = (index: number) =>
    `${Math.floor((index / count) * 2 ** 32)
      .toString(16)
      .padStart(8, '0')}-0000-0000-0000-000000000000`;
  return Array.from({ length: count }, (_, index) => ({
    kind: 'users',
    from: bound(index),
    before: index + 1 < count ? bound(index + 1) : null,
  }));
}

async function settleBatches(
  deps: TradingDeps,
  round: Round,
  batches: readonly SettlementBatch[],
): Promise<StuckTrade[]> {
  const left = [...batches];
  const stuck: StuckTrade[] = [];
  const work = async (): Promise<void> => {
    for (let batch = left.shift(); batch !== undefined; batch = left.shift())
      stuck.push(...(await settleOrNarrow(deps, round, batch)));
  };
  const ends = await Promise.allSettled(Array.from({ length: deps.settlesAtOnce }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return stuck;
}

/**
 * Settles a batch. If the database refuses a trade in it, divides the batch in halves until only the refused trades
 * remain, and settles all others.
 */
async function settleOrNarrow(deps: TradingDeps, round: Round, batch: SettlementBatch): Promise<StuckTrade[]> {
  try {
    await settle(deps, round, batch);
    return [];
  } catch (cause) {
    if (!isRefusedData(cause)) throw cause;
    const ids = batch.kind === 'trades' ? batch.ids : await findDueIds(deps.db.sql, batch, round.due);
    const [only] = ids;
    if (only === undefined) return [];
    if (ids.length === 1) return [{ id: only, cause }];
    const middle = ids.length >>> 1;
    const first = await settleOrNarrow(deps, round, { kind: 'trades', ids: ids.slice(0, middle) });
    return [...first, ...(await settleOrNarrow(deps, round, { kind: 'trades', ids: ids.slice(middle) }))];
  }
}

/**
 * Returns true for the classes 22 and 23 of SQLSTATE (data exception, integrity violation): the fault is in the row,
 * not in the database.
 */
const isRefusedData = (error: unknown): boolean => /^2[23]/.test(errorCode(error));

async function settle({ db, clock }: TradingDeps, round: Round, batch: SettlementBatch): Promise<void> {
  const settled = await db.transaction(async (tx) => {
    // The statements are sent together and run in this order, which saves three round trips.
    const prepared = Promise.allSettled([round.fence(tx), lockAccounts(tx, batch, round.due), forceHashJoins(tx)]);
    const result = settleBatch(tx, batch, round);
    result.catch(() => undefined);
    // The error of the first failed statement is the cause of the later ones.
    for (const end of await prepared) if (end.status === 'rejected') throw end.reason;
    return result;
  });
  const settledAtMs = clock.now();
  round.onSettled(settled.map((trade) => toSettled(round, trade, settledAtMs)));
}

function toSettled({ groups }: Round, { group, ...trade }: SettledTrade, settledAtMs: number): TimedSettlement {
  const expiryMs = groups[group]?.group.expiry_time.getTime() ?? settledAtMs;
  return { ...trade, settledAtMs, lagMs: Math.max(0, settledAtMs - expiryMs) };
}
