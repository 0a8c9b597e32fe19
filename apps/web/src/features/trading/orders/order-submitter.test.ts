import type { CreateOption, Option } from '@vigia/contract';
import type { AccountRef } from '@vigia/core/vocabulary';
import { beforeEach, describe, expect, it } from 'vitest';
import { PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { ManualTimers, settle } from '#shared/test/manual-timers.ts';
import { tradeOf } from '../trades/testing.ts';
import type { PostOrder, SentOrder } from './order-outcome.ts';
import { type LateOutcome, ORDER_VALIDITY_MS, OrderSubmitter } from './order-submitter.ts';
import type { SentOrders } from './sent-orders.ts';

const ORDER: CreateOption = {
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  duration: 5,
  shown_payout: 0.85,
};
const HOUR_MS = 3_600_000;
const USER = 'ana';
const lost = () => new ApiFailure({ kind: 'unreachable' }, 'Sin red');
const refusal = (code: string, status = 409) =>
  new ApiFailure({ kind: 'refused', status, code, details: [] }, 'No se puede');

const IQ_DEMO = { broker: 'iqoption', kind: 'demo' } as const;

/**
 * A fake server. It opens one trade per idempotency key, and opens no trade after the deadline of an order. Its
 * connection can lose an order or a response.
 */
class Server {
  readonly opened = new Map<string, Option>();
  readonly asked: string[] = [];
  readonly orders: CreateOption[] = [];
  readonly accounts: (AccountRef | null)[] = [];
  /** The faults of the next calls, in order. All later calls succeed. */
  faults: ('order lost' | 'answer lost' | ApiFailure)[] = [];
  #held: (() => void)[] | null = null;

  readonly #timers: ManualTimers;

  constructor(timers: ManualTimers) {
    this.#timers = timers;
  }

  readonly post: PostOrder = async ({ order, key, account }) => {
    this.asked.push(key);
    this.orders.push(order);
    this.accounts.push(account);
    const fault = this.faults.shift();
    if (fault === 'order lost') throw lost();
    if (fault instanceof ApiFailure) throw fault;
    if (this.#held) await new Promise<void>((go) => this.#held?.push(go));
    const trade = this.#open(order, key);
    if (fault === 'answer lost') throw lost();
    return trade;
  };

  hold(): void {
    this.#held = [];
  }

  release(): void {
    const waiting = this.#held ?? [];
    this.#held = null;
    for (const go of waiting) go();
  }

  #open(order: CreateOption, key: string): Option {
    const known = this.opened.get(key);
    if (known) return known;
    if (this.#timers.nowMs > Date.parse(order.valid_until ?? '')) throw refusal('order_expired');
    const trade = tradeOf({ id: `trade of ${key}` });
    this.opened.set(key, trade);
    return trade;
  }
}

/** Fake local storage with change events. All tabs of one browser share it. */
class SharedKept {
  readonly values = new Map<string, SentOrder>();
  readonly #tabs: { readonly tab: object; readonly changed: () => void }[] = [];

  tab(): SentOrders {
    const tab = {};
    const tellOthers = () => {
      for (const other of this.#tabs) if (other.tab !== tab) other.changed();
    };
    return {
      keep: (userId, sent) => {
        this.values.set(`${userId}:${sent.key}`, sent);
        tellOthers();
      },
      forget: (userId, key) => {
        this.values.delete(`${userId}:${key}`);
        tellOthers();
      },
      all: (userId) => [...this.values].filter(([name]) => name.startsWith(`${userId}:`)).map(([, sent]) => sent),
      onChange: (changed) => {
        this.#tabs.push({ tab, changed });
        return () => {};
      },
    };
  }
}

let timers: ManualTimers;
let server: Server;
let kept: SharedKept;
let keys: number;

beforeEach(() => {
  timers = new ManualTimers();
  server = new Server(timers);
  kept = new SharedKept();
  keys = 0;
});

/** Creates the order submitter of one browser tab with a signed-in user. */
function openTab(userId = USER) {
  const desk = new OrderSubmitter({
    post: server.post,
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    now: timers.now,
    serverNow: timers.now,
    after: timers.after,
    kept: kept.tab(),
  });
  const outcomes: [string, LateOutcome['kind']][] = [];
  desk.onLateOutcome(({ key }, outcome) => outcomes.push([key, outcome.kind]));
  return { desk, outcomes, leave: desk.watchUser(userId) };
}

describe('OrderSubmitter', () => {
  it('sends only one order for a double click, both while the order is in flight and after its response', async () => {
    const { desk } = openTab();
    const first = desk.submit(ORDER);
    expect(desk.submit(ORDER)).toBeNull();
    await first;
    timers.nowMs += 200;
    expect(desk.submit(ORDER)).toBeNull();
    expect(server.asked).toEqual(['key-1']);
  });

  it('accepts no second order while the first order is in flight', async () => {
    const { desk } = openTab();
    server.hold();
    const first = desk.submit(ORDER);
    timers.nowMs += 5_000;
    expect(desk.submit(ORDER)).toBeNull();
    server.release();
    expect((await first)?.kind).toBe('accepted');
  });

  it('sends each order with a new idempotency key and a validity of fifteen seconds', async () => {
    const { desk } = openTab();
    await desk.submit(ORDER);
    timers.nowMs += 1_000;
    await desk.submit(ORDER);
    expect(server.asked).toEqual(['key-1', 'key-2']);
    expect(ORDER_VALIDITY_MS).toBe(15_000);
  });

  it('neither repeats nor stores a refused order', async () => {
    const { desk } = openTab();
    server.faults = [refusal('payout_changed')];
    expect(await desk.submit(ORDER)).toMatchObject({ kind: 'refused', failure: { code: 'payout_changed' } });
    await timers.advance(HOUR_MS);
    expect(server.asked).toHaveLength(1);
    expect(kept.values.size).toBe(0);
  });

  it.each([refusal('rate_limited', 429), new ApiFailure({ kind: 'no-session' }, 'Sin sesión')])(
    'reports an order as refused if the server refuses the client: %s',
    async (failure) => {
      const { desk } = openTab();
      server.faults = [failure];
      expect((await desk.submit(ORDER))?.kind).toBe('refused');
    },
  );

  it('deletes the stored order after its response', async () => {
    await openTab().desk.submit(ORDER);
    expect(kept.values.size).toBe(0);
  });

  it('sends no order without a signed-in user', () => {
    const { desk, leave } = openTab();
    leave();
    expect(desk.submit(ORDER)).toBeNull();
  });
});

describe('an order whose response is lost', () => {
  it('becomes one trade, with the same idempotency key, if the server has accepted it', async () => {
    const { desk, outcomes } = openTab();
    server.faults = ['answer lost', 'order lost', refusal('internal_error', 500), refusal('service_unavailable', 503)];
    expect((await desk.submit(ORDER))?.kind).toBe('unclear');
    expect(desk.unknown).toMatchObject([{ key: 'key-1', order: { amount: 10 } }]);
    await timers.advance(20_000);
    expect(outcomes).toEqual([['key-1', 'accepted']]);
    expect(new Set(server.asked)).toEqual(new Set(['key-1']));
    expect(server.opened.size).toBe(1);
    expect(desk.unknown).toEqual([]);
    expect(kept.values.size).toBe(0);
  });

  it('opens one trade if the order never reached the server and the connection returns in time', async () => {
    const { desk, outcomes } = openTab();
    server.faults = ['order lost'];
    await desk.submit(ORDER);
    await timers.advance(1_000);
    expect(outcomes).toEqual([['key-1', 'accepted']]);
    expect(server.opened.size).toBe(1);
  });

  it('opens no trade if the order never reached the server and the connection returns too late', async () => {
    const { desk, outcomes } = openTab();
    server.faults = Array.from({ length: 6 }, () => 'order lost' as const);
    await desk.submit(ORDER);
    await timers.advance(HOUR_MS);
    expect(outcomes).toEqual([['key-1', 'refused']]);
    expect(server.opened.size).toBe(0);
  });

  it('is sent again at growing intervals and at once after a reconnect, and never twice at the same time', async () => {
    const { desk } = openTab();
    server.faults = Array.from({ length: 50 }, () => 'order lost' as const);
    await desk.submit(ORDER);
    const askedAfter: number[] = [];
    const startMs = timers.nowMs;
    for (let known = 1; askedAfter.length < 7; ) {
      await timers.advance(100);
      if (server.asked.length > known) askedAfter.push(timers.nowMs - startMs);
      known = server.asked.length;
    }
    expect(askedAfter).toEqual([700, 2_200, 5_200, 11_200, 23_200, 53_200, 83_200]);
    const before = server.asked.length;
    server.hold();
    server.faults = [];
    desk.reconcileNow();
    desk.reconcileNow();
    await settle();
    expect(server.asked).toHaveLength(before + 1);
    expect(desk.unknown).toMatchObject([{ asking: true }]);
  });

  it('does not block another order', async () => {
    const { desk } = openTab();
    server.faults = ['order lost'];
    await desk.submit(ORDER);
    timers.nowMs += 650;
    expect((await desk.submit(ORDER))?.kind).toBe('accepted');
    expect(server.asked).toEqual(['key-1', 'key-2']);
  });

  it.each(['rate_limited', 'token_expired', 'second_factor_needed'])(
    'is sent again after the server has refused the client: %s',
    async (code) => {
      const { desk, outcomes } = openTab();
      server.faults = ['answer lost', refusal(code, 429), new ApiFailure({ kind: 'no-session' }, 'Sin sesión')];
      await desk.submit(ORDER);
      await timers.advance(10_000);
      expect(outcomes).toEqual([['key-1', 'accepted']]);
    },
  );

  it('is sent with the account that was chosen at the click, if the app knows that account', async () => {
    const { desk } = openTab();
    await desk.submit(ORDER);
    desk.setAccount(IQ_DEMO);
    timers.nowMs += 1_000;
    await desk.submit(ORDER);
    expect(server.accounts).toEqual([null, IQ_DEMO]);
  });

  it('opens no trade on an account that was chosen later, because it is sent again only after its deadline', async () => {
    const { desk, outcomes } = openTab();
    desk.setAccount(PAPER_ACCOUNT);
    server.faults = ['order lost'];
    await desk.submit(ORDER);
    desk.setAccount({ broker: 'deriv', kind: 'real' });
    desk.reconcileNow();
    await timers.advance(ORDER_VALIDITY_MS);
    expect(server.asked).toHaveLength(1);
    await timers.advance(10);
    expect(outcomes).toEqual([['key-1', 'refused']]);
    expect(server.opened.size).toBe(0);
  });

  it('is sent again at once when the user chooses the account of the click again', async () => {
    const { desk, outcomes } = openTab();
    desk.setAccount(PAPER_ACCOUNT);
    server.faults = ['order lost'];
    await desk.submit(ORDER);
    desk.setAccount(null);
    await timers.advance(1_000);
    expect(server.asked).toHaveLength(1);
    desk.setAccount(PAPER_ACCOUNT);
    await settle();
    expect(outcomes).toEqual([['key-1', 'accepted']]);
  });

  it('survives a reload, even while it is in flight', async () => {
    const before = openTab();
    server.faults = ['answer lost'];
    await before.desk.submit(ORDER);
    timers.nowMs += 650;
    server.faults = ['answer lost'];
    const cutOff = before.desk.submit(ORDER);
    before.leave();
    await cutOff;
    const { desk, outcomes } = openTab();
    expect(desk.unknown.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
    await timers.advance(1_000);
    expect(outcomes).toEqual([
      ['key-1', 'accepted'],
      ['key-2', 'accepted'],
    ]);
    expect(server.opened.size).toBe(2);
  });

  it('is not sent again by a second tab, which drops the order when the first tab gets the response', async () => {
    const first = openTab();
    server.faults = ['answer lost'];
    await first.desk.submit(ORDER);
    const second = openTab();
    server.hold();
    await timers.advance(1_000);
    server.release();
    await settle();
    expect([...first.outcomes, ...second.outcomes]).toEqual([['key-1', 'accepted']]);
    expect(second.desk.unknown).toEqual([]);
    expect(server.opened.size).toBe(1);
  });

  it('is dropped without a request if the server has already deleted its idempotency key', async () => {
    const { desk, leave } = openTab();
    server.faults = ['answer lost'];
    await desk.submit(ORDER);
    leave();
    timers.nowMs += 24 * HOUR_MS;
    const asked = server.asked.length;
    const later = openTab();
    await timers.advance(1_000);
    expect(later.outcomes).toEqual([['key-1', 'forgotten']]);
    expect(server.asked).toHaveLength(asked);
    expect(kept.values.size).toBe(0);
  });

  it('is not listed as unresolved while its first response may still arrive, even after another sign-in', async () => {
    const { desk, leave } = openTab();
    server.hold();
    const sent = desk.submit(ORDER);
    leave();
    desk.watchUser(USER);
    expect(desk.unknown).toEqual([]);
    server.release();
    expect((await sent)?.kind).toBe('accepted');
    expect(desk.unknown).toEqual([]);
  });

  it('is hidden from the next user', async () => {
    const { desk, leave } = openTab();
    server.faults = ['answer lost'];
    const sent = desk.submit(ORDER);
    leave();
    desk.watchUser('eva');
    expect((await sent)?.kind).toBe('unclear');
    await timers.advance(HOUR_MS);
    expect(desk.unknown).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it('is visible only to the user who sent it', async () => {
    const ana = openTab();
    server.faults = ['order lost'];
    await ana.desk.submit(ORDER);
    ana.leave();
    expect(ana.desk.unknown).toEqual([]);
    const eva = openTab('eva');
    expect(eva.desk.unknown).toEqual([]);
    await timers.advance(HOUR_MS);
    expect(server.asked).toHaveLength(1);
  });
});
