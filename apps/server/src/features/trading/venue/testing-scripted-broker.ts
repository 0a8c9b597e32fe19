import type {
  Broker,
  BrokerAccount,
  BrokerAsset,
  BrokerContract,
  BrokerOrder,
  BrokerSession,
  BrokerState,
  ContractResult,
  OrderReply,
  Reconciliation,
} from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, err, minorUnits, ok, ratio } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Bus } from '#platform/bus/bus.ts';
import { BROKER_ACCOUNTS_CHANGED, BROKER_CONNECTED, BROKER_CONTRACT, type Brokers } from '../../brokers/index.ts';
import { ScriptedSales } from './testing-scripted-sales.ts';

/** Seconds that the broker estimates for one tick. */
const TICK_ESTIMATE_S = 2;
export const START_BALANCE_MINOR = 1_000_000;

/** How the broker handles the next order. */
export type ScriptedOrderOutcome =
  | 'accept'
  | 'refuse'
  /** The broker accepts and records the order, but its reply is lost. */
  | 'lose_reply'
  /** The order never reaches the broker, and no reply reports that. */
  | 'lose_order'
  /** The broker records the order, but its reply waits until the test releases it. */
  | 'hang'
  /** As `hang`, but the released reply contains the acceptance. */
  | 'accept_late';

const asset: BrokerAsset = {
  symbol: 'EURUSD',
  name: 'EUR/USD',
  type: 'forex',
  decimals: 5,
  isOpen: true,
  durationsS: [60, 120, 300],
  payoutRatio: ratio(0.85),
  stakeLimits: [{ currency: 'USD', minStakeMinor: minorUnits(100), maxStakeMinor: minorUnits(500_000) }],
};

/**
 * A broker with one login and its own records, which survive a restart of the server. The test scripts its behaviour.
 */
export class ScriptedBroker implements Pick<Brokers, 'catalog' | 'connectionOf'> {
  readonly #now: () => EpochMs;
  readonly #traits: Broker;
  /** Option contracts by the broker's own id, in the order of their recording. */
  readonly book = new Map<string, BrokerContract>();
  /** Ids of the orders sent to the broker, one entry per send. */
  readonly handedOver: string[] = [];
  readonly followed = new Set<string>();
  fates: ScriptedOrderOutcome[] = [];
  asset: BrokerAsset = asset;
  payout = 0.85;
  balanceMinor = START_BALANCE_MINOR;
  /** Whether the broker returns the tag that the server sends with an order. */
  tags = true;
  /** Quality of the broker's records: complete, read too early to prove an absence, or unreadable. */
  records: 'whole' | 'early' | 'unreadable' = 'whole';
  state: BrokerState = { status: 'connected' };
  /** Whether the session pushes contract results without a request. */
  notifies = true;
  isThere = true;
  /** Whether the session received a message about orders that its adapter does not understand. */
  isClosedForOrders = false;
  /** Name of the login that the session uses. */
  login = 'login';
  /** Currency of the login's accounts. */
  currency: Currency = 'USD';
  /** Additional accounts of the login. */
  more: readonly BrokerAccount[] = [];
  /** Early sales, scripted by the test. */
  readonly sales = new ScriptedSales({
    now: () => this.#now(),
    contract: (contractId) => this.book.get(contractId) ?? null,
    end: (contractId, profitMinor) => this.end(contractId, 'sold', profitMinor, null),
  });
  #waiting: (() => void)[] = [];
  #bus: Bus | null = null;
  #userId = '';

  constructor(now: () => EpochMs) {
    this.#now = now;
    this.#traits = {
      id: 'iqoption',
      traits: {
        displayName: 'IQ Option',
        isOfficial: false,
        isExperimental: false,
        forbidsBots: false,
        credentialKinds: ['password'],
        earlySale: { isOffered: true },
        onEqualPrices: 'tie',
        priceTimes: 'contract',
        shortestCandleS: 1,
        domains: [],
        words: { site: 'broker.example', known: 'Permite programas como este.' },
      },
      open: () => this.session,
    };
  }

  /** Publishes later events on this bus, as events of this user's login. */
  publishTo(bus: Bus, userId: string): void {
    this.#bus = bus;
    this.#userId = userId;
  }

  catalog = () => [this.#traits];
  connectionOf: Brokers['connectionOf'] = (_userId, brokerId) =>
    this.isThere && brokerId === 'iqoption'
      ? {
          broker: this.#traits,
          session: this.session,
          accountOf: (kind) => this.accountOf(kind),
          isClosedForOrders: this.isClosedForOrders,
          oddities: () => [],
        }
      : null;

  /** Whether the login no longer lists the chosen account, but lists others of its kind. */
  goneInUse = false;

  /** Returns the chosen account of this kind, which is the first one listed. */
  accountOf(kind: 'demo' | 'real'): BrokerAccount | undefined {
    if (this.goneInUse) return undefined;
    return this.session.accounts().find((account) => account.kind === kind);
  }

  #account(kind: 'demo' | 'real'): BrokerAccount {
    const { login, currency, balanceMinor } = this;
    return { accountId: `${login}-${kind}`, kind, currency, balanceMinor: minorUnits(balanceMinor) };
  }

  /** Reconnects the session. */
  connect(): void {
    this.state = { status: 'connected' };
    this.#bus?.publish(BROKER_CONNECTED, { userId: this.#userId, brokerId: 'iqoption' });
  }

  disconnect(): void {
    this.state = { status: 'connecting', fault: { kind: 'network', detail: 'cut' } };
    this.release();
  }

  /** Releases the replies to all waiting orders. */
  release(): void {
    for (const go of this.#waiting.splice(0)) go();
    this.sales.release();
  }

  /**
   * Ends an option contract at the broker. The broker publishes the end at once if the session is connected, otherwise
   * when the server subscribes to the contract again.
   */
  end(contractId: string, outcome: ContractResult['outcome'], profitMinor: number, price: number | null = 1.2): void {
    const contract = this.book.get(contractId);
    if (contract === undefined) throw new Error(`no contract ${contractId}`);
    const before = contract.result === null ? 0 : contract.stakeMinor + contract.result.profitMinor;
    const settledAtMs = epochMs(Math.max(this.#now(), outcome === 'sold' ? 0 : contract.expiryMs));
    const settleTickMs = price === null ? null : settledAtMs;
    const result = { outcome, profitMinor: minorUnits(profitMinor), settlePrice: price, settleTickMs, settledAtMs };
    this.balanceMinor += contract.stakeMinor + profitMinor - before;
    this.book.set(contractId, { ...contract, result });
    this.notifyContract(contractId);
  }

  notifyContract(contractId: string): void {
    const contract = this.book.get(contractId);
    if (contract === undefined || this.state.status !== 'connected' || !this.notifies) return;
    this.#bus?.publish(BROKER_CONTRACT, {
      userId: this.#userId,
      brokerId: 'iqoption',
      contract: this.#tagged(contract),
    });
    this.publishBalance();
  }

  publishBalance(): void {
    const accounts = this.session.accounts();
    this.#bus?.publish(BROKER_ACCOUNTS_CHANGED, { userId: this.#userId, brokerId: 'iqoption', accounts });
  }

  /** The option contracts that the broker has recorded for this order. */
  contractsOf = (orderId: string) => [...this.book.values()].filter((contract) => contract.orderId === orderId);

  #tagged = (contract: BrokerContract): BrokerContract => (this.tags ? contract : { ...contract, orderId: null });

  #bookOrder(order: BrokerOrder): BrokerContract {
    const openedAtMs = this.#now();
    const ticks = order.durationTicks === undefined ? {} : { ticks: { total: order.durationTicks, passed: 0 } };
    const lengthS = order.durationS ?? TICK_ESTIMATE_S * order.durationTicks;
    const contract: BrokerContract = {
      contractId: `c${this.book.size + 1}`,
      orderId: order.orderId,
      accountId: order.accountId,
      symbol: order.symbol,
      direction: order.direction,
      stakeMinor: order.stakeMinor,
      payoutRatio: ratio(this.payout),
      entryPrice: 1.1,
      entryTickMs: openedAtMs,
      openedAtMs,
      expiryMs: epochMs(openedAtMs + lengthS * 1_000),
      ...ticks,
      result: null,
    };
    this.book.set(contract.contractId, contract);
    this.balanceMinor -= order.stakeMinor;
    return contract;
  }

  async #place(order: BrokerOrder): Promise<OrderReply> {
    this.handedOver.push(order.orderId);
    if (this.state.status !== 'connected') {
      return { outcome: 'refused', fault: { kind: 'network', detail: 'not sent' } };
    }
    const sentAtMs = this.#now();
    const fate = this.fates.shift() ?? 'accept';
    const lost = { outcome: 'unknown', cause: 'connection_lost', sentAtMs } as const;
    switch (fate) {
      case 'accept':
        return { outcome: 'accepted', contract: this.#tagged(this.#bookOrder(order)) };
      case 'refuse':
        return { outcome: 'refused', fault: { kind: 'insufficient_funds', detail: 'no money' } };
      case 'lose_reply':
        this.#bookOrder(order);
        return lost;
      case 'lose_order':
        return lost;
      case 'hang':
        this.#bookOrder(order);
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        return lost;
      case 'accept_late': {
        const contract = this.#bookOrder(order);
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        return { outcome: 'accepted', contract: this.#tagged(contract) };
      }
    }
  }

  readonly session: BrokerSession = {
    connect: async () => ok(null),
    answerCode: async () => ok(null),
    state: () => this.state,
    accounts: () => [this.#account('demo'), ...this.more],
    assets: () => [this.asset],
    time: () => ({ offsetMs: 0, roundTripMs: 40 }),
    quote: async () => ok(ratio(this.payout)),
    place: (order) => this.#place(order),
    reconcile: async (orders, claimed) => {
      if (this.records === 'unreadable') return err({ kind: 'network', detail: 'no answer' });
      const taken = new Set(claimed);
      return ok(
        orders.map((order): Reconciliation => {
          const contract = [...this.book.values()].find(
            (one) => one.orderId === order.orderId && !taken.has(one.contractId),
          );
          if (contract === undefined) return { verdict: this.records === 'early' ? 'undecided' : 'absent' };
          taken.add(contract.contractId);
          return { verdict: 'found', contract: this.#tagged(contract) };
        }),
      );
    },
    follow: (contracts) => {
      for (const { contractId } of contracts) {
        this.followed.add(contractId);
        if (this.book.get(contractId)?.result) this.notifyContract(contractId);
      }
    },
    sales: this.sales,
    watch: () => () => undefined,
    candles: async () => err({ kind: 'unknown', detail: 'none' }),
    close: async () => undefined,
  };
}
