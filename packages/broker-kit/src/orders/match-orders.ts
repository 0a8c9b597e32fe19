import type { BrokerContract, SentOrder } from '#port/index.ts';

/** How far a contract may lie from what its order asked for and still be its. */
export type MatchWindow = {
  /** The contract may have begun this long before the order was sent: the clocks' difference. */
  readonly earlyMs: number;
  /** … and this long after. */
  readonly lateMs: number;
  /** Its expiry may differ this much from its begin plus the order's duration: brokers that end on a grid. */
  readonly expiryToleranceMs: number;
};

/**
 * The contract of each order in doubt, or null, in the orders' order. By the broker's tag where there is one; else by
 * account, symbol, direction, stake and time. No contract goes to two orders, none that is `claimed` to any; as many orders
 * as possible get one, equal orders in order of time. Where one is left over that an order could have had as well, the order's
 * is marked (`hasDouble`): nothing tells the two apart.
 *
 * @param claimed contract ids known to belong to other orders
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
  const seekers = rest
    .toSorted((a, b) => a.order.sentAtMs - b.order.sentAtMs)
    .map(({ order, index }) => ({
      index,
      order,
      candidates: untagged.filter((contract) => fits(order, contract, window)),
    }));
  const chosen = matchMost(seekers);
  const isLeft = (contract: BrokerContract) => !chosen.has(contract);
  const doubted = new Set(seekers.filter(({ candidates }) => candidates.some(isLeft)).map(({ index }) => index));
  for (const [contract, index] of chosen) {
    matched[index] = doubted.has(index) ? { ...contract, hasDouble: true } : contract;
  }
  return matched;
}

/**
 * Whether a contract nobody claims is like that order in all but its time, up to `withinMs` away: a clock that was set may have
 * written the order's own time wrong, so that the records prove nothing.
 */
export function hasTwinAtAnotherTime(
  order: SentOrder,
  contracts: readonly BrokerContract[],
  claimed: ReadonlySet<string>,
  withinMs: number,
): boolean {
  const window = { earlyMs: withinMs, lateMs: withinMs, expiryToleranceMs: Infinity };
  return contracts.some(
    (contract) => contract.orderId === null && !claimed.has(contract.contractId) && fits(order, contract, window),
  );
}

type Seeker = { readonly index: number; readonly order: SentOrder; readonly candidates: readonly BrokerContract[] };

/**
 * The most orders that can have a contract each (augmenting paths, H. W. Kuhn 1955), then equal orders put in order of time:
 * what two of them may have, they may have exchanged, as their windows are equally long.
 */
function matchMost(seekers: readonly Seeker[]): Map<BrokerContract, number> {
  const owner = new Map<BrokerContract, Seeker>();
  const take = (seeker: Seeker, seen: Set<BrokerContract>): boolean => {
    for (const contract of seeker.candidates) {
      if (seen.has(contract)) continue;
      seen.add(contract);
      const holder = owner.get(contract);
      if (holder && !take(holder, seen)) continue;
      owner.set(contract, seeker);
      return true;
    }
    return false;
  };
  for (const seeker of seekers) take(seeker, new Set());
  return inOrderOfTime(owner);
}

function inOrderOfTime(owner: ReadonlyMap<BrokerContract, Seeker>): Map<BrokerContract, number> {
  const chosen = new Map<BrokerContract, number>();
  const seekers = [...owner.values()].toSorted((a, b) => a.order.sentAtMs - b.order.sentAtMs || a.index - b.index);
  for (const contract of [...owner.keys()].toSorted(byBegin)) {
    const kind = kindOf(owner.get(contract)?.order);
    const seeker = seekers
      .splice(
        seekers.findIndex(({ order }) => kindOf(order) === kind),
        1,
      )
      .at(0);
    if (seeker) chosen.set(contract, seeker.index);
  }
  return chosen;
}

function fits(
  order: SentOrder,
  contract: BrokerContract,
  { earlyMs, lateMs, expiryToleranceMs }: MatchWindow,
): boolean {
  const begunMs = contract.openedAtMs - order.sentAtMs;
  const expiryErrorMs = contract.expiryMs - contract.openedAtMs - order.durationS * 1000;
  return (
    contract.accountId === order.accountId &&
    contract.symbol === order.symbol &&
    contract.direction === order.direction &&
    contract.stakeMinor === order.stakeMinor &&
    begunMs >= -earlyMs &&
    begunMs <= lateMs &&
    Math.abs(expiryErrorMs) <= expiryToleranceMs
  );
}

const kindOf = (order: SentOrder | undefined): string =>
  [order?.accountId, order?.symbol, order?.direction, order?.stakeMinor, order?.durationS].join('/');

const byBegin = (a: BrokerContract, b: BrokerContract): number => a.openedAtMs - b.openedAtMs;
