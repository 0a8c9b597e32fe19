import type { BrokerContract, SentOrder } from '#port/index.ts';

/** Largest allowed deviations between an order and its option contract. */
export type MatchWindow = {
  /** Longest time by which the contract may start before the order is sent, because the clocks differ. */
  readonly earlyMs: number;
  /** Longest time by which the contract may start after the order is sent. */
  readonly lateMs: number;
  /**
   * Largest difference between the contract's expiry and its start plus the order's duration. Some brokers sell only
   * fixed expiry times.
   */
  readonly expiryToleranceMs: number;
};

/**
 * Finds the option contract of each order with an unknown execution status. Returns contracts, or null, in the order of
 * `orders`. If the broker returns Vigía's tag of the order, the tag decides. Otherwise account, symbol, direction,
 * stake and time must match. A contract belongs to one order at most, and a `claimed` contract to none. As many orders
 * as possible get a contract; equal orders get theirs in order of time. If another unclaimed contract also fits an
 * order, the order's contract is marked with `hasDouble`.
 *
 * @param claimed ids of contracts that are known to belong to other orders
 */
export function matchOrders(
  orders: readonly SentOrder[],
  contracts: readonly BrokerContract[],
  claimed: ReadonlySet<string>,
  window: MatchWindow,
): (BrokerContract | null)[] {
  const free = contracts.filter(({ contractId }) => !claimed.has(contractId)).toSorted(byBegin);
  const byTag = new Map(free.map((contract) => [contract.orderId, contract]));
  const matched = orders.map(({ orderId }) => byTag.get(orderId) ?? null);
  const rest = orders.map((order, index) => ({ order, index })).filter(({ index }) => matched[index] === null);
  const untagged = free.filter(({ orderId }) => orderId === null);
  const searches = rest
    .toSorted((a, b) => a.order.sentAtMs - b.order.sentAtMs)
    .map(({ order, index }) => ({
      index,
      order,
      candidates: untagged.filter((contract) => fits(order, contract, window)),
    }));
  const chosen = matchMost(searches);
  const isLeft = (contract: BrokerContract) => !chosen.has(contract);
  const ambiguous = new Set(searches.filter(({ candidates }) => candidates.some(isLeft)).map(({ index }) => index));
  for (const [contract, index] of chosen) {
    matched[index] = ambiguous.has(index) ? { ...contract, hasDouble: true } : contract;
  }
  return matched;
}

/**
 * Returns whether an unclaimed contract equals the order except for its time, which may differ by up to `withinMs`.
 * Such a contract may belong to the order, because the time of the order may be wrong after a clock change.
 */
export function hasEqualAtOtherTime(
  order: SentOrder,
  contracts: readonly BrokerContract[],
  claimed: ReadonlySet<string>,
  withinMs: number,
): boolean {
  return hasSimilarContract(order, contracts, claimed, { earlyMs: withinMs, lateMs: withinMs });
}

/** Returns whether an unclaimed contract within a time window equals the order except for its time and duration. */
export function hasSimilarContract(
  order: SentOrder,
  contracts: readonly BrokerContract[],
  claimed: ReadonlySet<string>,
  window: Pick<MatchWindow, 'earlyMs' | 'lateMs'>,
): boolean {
  const anyLength = { ...window, expiryToleranceMs: Infinity };
  return contracts.some(
    (contract) => contract.orderId === null && !claimed.has(contract.contractId) && fits(order, contract, anyLength),
  );
}

type Search = { readonly index: number; readonly order: SentOrder; readonly candidates: readonly BrokerContract[] };

/**
 * Assigns contracts to as many orders as possible (augmenting paths, H. W. Kuhn 1955), then sorts equal orders by time.
 * Equal orders may exchange their contracts, because the same time tolerance applies to them.
 */
function matchMost(searches: readonly Search[]): Map<BrokerContract, number> {
  const owner = new Map<BrokerContract, Search>();
  const take = (search: Search, seen: Set<BrokerContract>): boolean => {
    for (const contract of search.candidates) {
      if (seen.has(contract)) continue;
      seen.add(contract);
      const holder = owner.get(contract);
      if (holder && !take(holder, seen)) continue;
      owner.set(contract, search);
      return true;
    }
    return false;
  };
  for (const search of searches) take(search, new Set());
  return inOrderOfTime(owner);
}

function inOrderOfTime(owner: ReadonlyMap<BrokerContract, Search>): Map<BrokerContract, number> {
  const chosen = new Map<BrokerContract, number>();
  const searches = [...owner.values()].toSorted((a, b) => a.order.sentAtMs - b.order.sentAtMs || a.index - b.index);
  for (const contract of [...owner.keys()].toSorted(byBegin)) {
    const kind = kindOf(owner.get(contract)?.order);
    const search = searches
      .splice(
        searches.findIndex(({ order }) => kindOf(order) === kind),
        1,
      )
      .at(0);
    if (search) chosen.set(contract, search.index);
  }
  return chosen;
}

function fits(
  order: SentOrder,
  contract: BrokerContract,
  { earlyMs, lateMs, expiryToleranceMs }: MatchWindow,
): boolean {
  const begunMs = contract.openedAtMs - order.sentAtMs;
  return (
    contract.accountId === order.accountId &&
    contract.symbol === order.symbol &&
    contract.direction === order.direction &&
    contract.stakeMinor === order.stakeMinor &&
    begunMs >= -earlyMs &&
    begunMs <= lateMs &&
    isAsLong(order, contract, expiryToleranceMs)
  );
}

/**
 * Compares the durations. The expiry of a contract with a duration in ticks is not known in advance, so only its number
 * of ticks is compared.
 */
function isAsLong(order: SentOrder, { ticks, openedAtMs, expiryMs }: BrokerContract, toleranceMs: number): boolean {
  if (order.durationS === undefined) return ticks?.total === order.durationTicks;
  return ticks === undefined && Math.abs(expiryMs - openedAtMs - order.durationS * 1000) <= toleranceMs;
}

const kindOf = (order: SentOrder | undefined): string =>
  [order?.accountId, order?.symbol, order?.direction, order?.stakeMinor, order?.durationS, order?.durationTicks].join(
    '/',
  );

const byBegin = (a: BrokerContract, b: BrokerContract): number => a.openedAtMs - b.openedAtMs;
