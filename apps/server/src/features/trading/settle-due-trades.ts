import type { Held } from '#platform/ownership/ownership.ts';
import { SHARDS, type Shard } from '#platform/ownership/shard.ts';
import { errorCode } from '#platform/startup-error.ts';
import type { TradingDeps } from './deps.ts';
import { type Due, findDueGroups, findDueIds, type Run, type Share } from './due-trades.repository.ts';
import { priceGroups } from './price-groups.ts';
import { joinByHash, lockAccounts, type PricedGroup, type SettledTrade, settleShare } from './settlement.repository.ts';

/** Trades settled in one transaction: few enough that an order of the same people waits a fraction of a second only. */
const SHARE_TRADES = 10_000;

/** A trade the database refuses to settle, and why. */
export type StuckTrade = { readonly id: string; readonly cause: unknown };

/** A trade settled at `settledAtMs`, which was `lagMs` after its expiry, and the trace it was placed in. */
export type Settled = {
  readonly id: string;
  readonly userId: string;
  readonly lagMs: number;
  readonly settledAtMs: number;
  readonly traceparent: string | null;
};

/** Told of every share once it is committed. */
export type OnSettled = (trades: readonly Settled[]) => void;

/** Whose trades are settled in a round, and in whose name. */
export type Scope = {
  /** Trades to leave alone, such as those that were stuck a moment ago. */
  readonly except?: readonly string[];
  /** The shards this process owns; null: everybody's, where no other process settles. */
  readonly own?: ReadonlyMap<Shard, Held> | null;
};

type Round = {
  readonly due: Due;
  readonly held: readonly Held[];
  readonly run: Run;
  readonly groups: readonly PricedGroup[];
  readonly except: readonly string[];
  readonly onSettled: OnSettled;
};

/**
 * Settles what is due and can be decided, at the price of each expiry.
 * @returns those that could not be settled, once all others have been
 * @throws LostOwnership where a shard is another process's by now; what was not settled stays due
 */
export async function settleDueTrades(
  deps: TradingDeps,
  onSettled: OnSettled,
  { except = [], own: shards = null }: Scope = {},
): Promise<readonly StuckTrade[]> {
  const { markets, clock, db } = deps;
  const nowMs = clock.now();
  const { own } = markets;
  const run = { source: own.source, startsAtMs: own.historyFloor() * 1_000 };
  const due = { nowMs, shards: shards === null || shards.size === SHARDS.length ? null : [...shards.keys()] };
  const found = await findDueGroups(db.sql, due, run, except);
  const groups = await priceGroups(deps, found, nowMs);
  if (groups.length === 0) return [];
  const trades = groups.reduce((sum, { group }) => sum + group.trades, 0);
  const held = [...(shards?.values() ?? [])];
  return settleShares(deps, { due, held, run, groups, except, onSettled }, sharesOf(trades));
}

/** Ids are random: equal stretches of them hold about equally many people. */
function sharesOf(trades: number): Share[] {
  const count = Math.ceil(trades / SHARE_TRADES);
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

async function settleShares(deps: TradingDeps, round: Round, shares: readonly Share[]): Promise<StuckTrade[]> {
  const left = [...shares];
  const stuck: StuckTrade[] = [];
  const work = async (): Promise<void> => {
    for (let share = left.shift(); share !== undefined; share = left.shift())
      stuck.push(...(await settleOrNarrow(deps, round, share)));
  };
  const ends = await Promise.allSettled(Array.from({ length: deps.settlesAtOnce }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return stuck;
}

/** A trade the database refuses must not keep the others waiting: halves of halves until it stands alone. */
async function settleOrNarrow(deps: TradingDeps, round: Round, share: Share): Promise<StuckTrade[]> {
  try {
    await settle(deps, round, share);
    return [];
  } catch (cause) {
    if (!isRefusedData(cause)) throw cause;
    const ids = share.kind === 'trades' ? share.ids : await findDueIds(deps.db.sql, share, round.due);
    const [only] = ids;
    if (only === undefined) return [];
    if (ids.length === 1) return [{ id: only, cause }];
    const middle = ids.length >>> 1;
    const first = await settleOrNarrow(deps, round, { kind: 'trades', ids: ids.slice(0, middle) });
    return [...first, ...(await settleOrNarrow(deps, round, { kind: 'trades', ids: ids.slice(middle) }))];
  }
}

/** Classes 22 and 23 of SQLSTATE, data exception and integrity violation: it is a row's fault, not the database's. */
const isRefusedData = (error: unknown): boolean => /^2[23]/.test(errorCode(error));

async function settle({ db, clock, ownership }: TradingDeps, round: Round, share: Share): Promise<void> {
  const settled = await db.transaction(async (tx) => {
    if (round.held.length > 0) await ownership.fence(tx, ...round.held);
    await lockAccounts(tx, share, round.due);
    await joinByHash(tx);
    return settleShare(tx, share, round);
  });
  const settledAtMs = clock.now();
  round.onSettled(settled.map((trade) => toSettled(round, trade, settledAtMs)));
}

function toSettled({ groups }: Round, { group, ...trade }: SettledTrade, settledAtMs: number): Settled {
  const expiryMs = groups[group]?.group.expiry_time.getTime() ?? settledAtMs;
  return { ...trade, settledAtMs, lagMs: Math.max(0, settledAtMs - expiryMs) };
}
