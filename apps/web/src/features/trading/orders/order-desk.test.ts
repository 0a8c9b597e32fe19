import type { CreateOption, Option } from '@vigia/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { ManualTimers, settle } from '#shared/test/manual-timers.ts';
import { tradeOf } from '../trades/testing.ts';
import { type LateFate, ORDER_GOOD_FOR_MS, OrderDesk } from './order-desk.ts';
import type { PostOrder, SentOrder } from './order-fate.ts';
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

/** Opens one trade a key, and nothing after an order's time; the wire to it can swallow an order or its answer. */
class Server {
  readonly opened = new Map<string, Option>();
  readonly asked: string[] = [];
  readonly orders: CreateOption[] = [];
  /** What the wire does to the next calls, in order; then it works. */
  faults: ('order lost' | 'answer lost' | ApiFailure)[] = [];
  #held: (() => void)[] | null = null;

  readonly #timers: ManualTimers;

  constructor(timers: ManualTimers) {
    this.#timers = timers;
  }

  readonly post: PostOrder = async (order, key) => {
    this.asked.push(key);
    this.orders.push(order);
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

/** Local storage that all tabs of one browser share, as far as they are told. */
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

/** A page of the app with somebody signed in. */
function openTab(userId = USER) {
  const desk = new OrderDesk({
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
  const fates: [string, LateFate['kind']][] = [];
  desk.onFate(({ key }, fate) => fates.push([key, fate.kind]));
  return { desk, fates, leave: desk.enter(userId) };
}

describe('a click', () => {
  it('sends one order for a double click, while the first is under way and after it is answered', async () => {
    const { desk } = openTab();
    const first = desk.send(ORDER);
    expect(desk.send(ORDER)).toBeNull();
    await first;
    timers.nowMs += 200;
    expect(desk.send(ORDER)).toBeNull();
    expect(server.asked).toEqual(['key-1']);
  });

  it('takes no other order while one is under way, however long that takes', async () => {
    const { desk } = openTab();
    server.hold();
    const first = desk.send(ORDER);
    timers.nowMs += 5_000;
    expect(desk.send(ORDER)).toBeNull();
    server.release();
    expect((await first)?.kind).toBe('accepted');
  });

  it('has a key of its own, and is good for fifteen seconds', async () => {
    const { desk } = openTab();
    await desk.send(ORDER);
    timers.nowMs += 1_000;
    await desk.send(ORDER);
    expect(server.asked).toEqual(['key-1', 'key-2']);
    expect(ORDER_GOOD_FOR_MS).toBe(15_000);
  });

  it('does not try again what was refused, nor keeps it', async () => {
    const { desk } = openTab();
    server.faults = [refusal('payout_changed')];
    expect(await desk.send(ORDER)).toMatchObject({ kind: 'refused', failure: { code: 'payout_changed' } });
    await timers.advance(HOUR_MS);
    expect(server.asked).toHaveLength(1);
    expect(kept.values.size).toBe(0);
  });

  it.each([refusal('rate_limited', 429), new ApiFailure({ kind: 'no-session' }, 'Sin sesión')])(
    'was not taken where whoever clicked was sent away: %s',
    async (failure) => {
      const { desk } = openTab();
      server.faults = [failure];
      expect((await desk.send(ORDER))?.kind).toBe('refused');
    },
  );

  it('leaves nothing behind once it is answered', async () => {
    await openTab().desk.send(ORDER);
    expect(kept.values.size).toBe(0);
  });

  it('is nobody’s while nobody is signed in', () => {
    const { desk, leave } = openTab();
    leave();
    expect(desk.send(ORDER)).toBeNull();
  });
});

describe('an order without an answer', () => {
  it('that was taken becomes its one trade, asked about under its own key', async () => {
    const { desk, fates } = openTab();
    server.faults = ['answer lost', 'order lost', refusal('internal_error', 500), refusal('idempotency_in_progress')];
    expect((await desk.send(ORDER))?.kind).toBe('unclear');
    expect(desk.unknown).toMatchObject([{ key: 'key-1', order: { amount: 10 } }]);
    await timers.advance(20_000);
    expect(fates).toEqual([['key-1', 'accepted']]);
    expect(new Set(server.asked)).toEqual(new Set(['key-1']));
    expect(server.opened.size).toBe(1);
    expect(desk.unknown).toEqual([]);
    expect(kept.values.size).toBe(0);
  });

  it('that never arrived is opened once when the connection is back in time', async () => {
    const { desk, fates } = openTab();
    server.faults = ['order lost'];
    await desk.send(ORDER);
    await timers.advance(1_000);
    expect(fates).toEqual([['key-1', 'accepted']]);
    expect(server.opened.size).toBe(1);
  });

  it('that never arrived opens nothing when the connection comes back too late', async () => {
    const { desk, fates } = openTab();
    server.faults = Array.from({ length: 6 }, () => 'order lost' as const);
    await desk.send(ORDER);
    await timers.advance(HOUR_MS);
    expect(fates).toEqual([['key-1', 'refused']]);
    expect(server.opened.size).toBe(0);
  });

  it('is asked about with growing pauses, at once when the connection is back, and never twice at a time', async () => {
    const { desk } = openTab();
    server.faults = Array.from({ length: 50 }, () => 'order lost' as const);
    await desk.send(ORDER);
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
    desk.askNow();
    desk.askNow();
    await settle();
    expect(server.asked).toHaveLength(before + 1);
    expect(desk.unknown).toMatchObject([{ asking: true }]);
  });

  it('lets another order leave meanwhile', async () => {
    const { desk } = openTab();
    server.faults = ['order lost'];
    await desk.send(ORDER);
    timers.nowMs += 650;
    expect((await desk.send(ORDER))?.kind).toBe('accepted');
    expect(server.asked).toEqual(['key-1', 'key-2']);
  });

  it.each(['rate_limited', 'token_expired', 'second_factor_needed'])(
    'is not taken for refused because whoever asked was: %s',
    async (code) => {
      const { desk, fates } = openTab();
      server.faults = ['answer lost', refusal(code, 429), new ApiFailure({ kind: 'no-session' }, 'Sin sesión')];
      await desk.send(ORDER);
      await timers.advance(10_000);
      expect(fates).toEqual([['key-1', 'accepted']]);
    },
  );

  it('says in which mode it was clicked, once that is known', async () => {
    const { desk } = openTab();
    await desk.send(ORDER);
    desk.setMode('iqoption_demo');
    timers.nowMs += 1_000;
    await desk.send(ORDER);
    expect(server.orders.map(({ mode }) => mode)).toEqual([undefined, 'iqoption_demo']);
  });

  it('opens nothing in a mode it was not clicked in: it is asked about once it is too late for that', async () => {
    const { desk, fates } = openTab();
    desk.setMode('mock');
    server.faults = ['order lost'];
    await desk.send(ORDER);
    desk.setMode('iqoption_real');
    desk.askNow();
    await timers.advance(ORDER_GOOD_FOR_MS);
    expect(server.asked).toHaveLength(1);
    await timers.advance(10);
    expect(fates).toEqual([['key-1', 'refused']]);
    expect(server.opened.size).toBe(0);
  });

  it('is asked about at once where the mode it was clicked in is in force again', async () => {
    const { desk, fates } = openTab();
    desk.setMode('mock');
    server.faults = ['order lost'];
    await desk.send(ORDER);
    desk.setMode(null);
    await timers.advance(1_000);
    expect(server.asked).toHaveLength(1);
    desk.setMode('mock');
    await settle();
    expect(fates).toEqual([['key-1', 'accepted']]);
  });

  it('is found again after a reload, also one that had not come back yet', async () => {
    const before = openTab();
    server.faults = ['answer lost'];
    await before.desk.send(ORDER);
    timers.nowMs += 650;
    server.faults = ['answer lost'];
    const cutOff = before.desk.send(ORDER);
    before.leave();
    await cutOff;
    const { desk, fates } = openTab();
    expect(desk.unknown.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
    await timers.advance(1_000);
    expect(fates).toEqual([
      ['key-1', 'accepted'],
      ['key-2', 'accepted'],
    ]);
    expect(server.opened.size).toBe(2);
  });

  it('is not doubled by a second tab, which drops it when the first has its answer', async () => {
    const first = openTab();
    server.faults = ['answer lost'];
    await first.desk.send(ORDER);
    const second = openTab();
    server.hold();
    await timers.advance(1_000);
    server.release();
    await settle();
    expect([...first.fates, ...second.fates]).toEqual([['key-1', 'accepted']]);
    expect(second.desk.unknown).toEqual([]);
    expect(server.opened.size).toBe(1);
  });

  it('is dropped unasked once the server has forgotten its key', async () => {
    const { desk, leave } = openTab();
    server.faults = ['answer lost'];
    await desk.send(ORDER);
    leave();
    timers.nowMs += 24 * HOUR_MS;
    const asked = server.asked.length;
    const later = openTab();
    await timers.advance(1_000);
    expect(later.fates).toEqual([['key-1', 'forgotten']]);
    expect(server.asked).toHaveLength(asked);
    expect(kept.values.size).toBe(0);
  });

  it('is not yet one while its first answer may still come, whoever enters meanwhile', async () => {
    const { desk, leave } = openTab();
    server.hold();
    const sent = desk.send(ORDER);
    leave();
    desk.enter(USER);
    expect(desk.unknown).toEqual([]);
    server.release();
    expect((await sent)?.kind).toBe('accepted');
    expect(desk.unknown).toEqual([]);
  });

  it('is not shown to the person who came while it was under way', async () => {
    const { desk, leave } = openTab();
    server.faults = ['answer lost'];
    const sent = desk.send(ORDER);
    leave();
    desk.enter('eva');
    expect((await sent)?.kind).toBe('unclear');
    await timers.advance(HOUR_MS);
    expect(desk.unknown).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it('belongs to who sent it', async () => {
    const ana = openTab();
    server.faults = ['order lost'];
    await ana.desk.send(ORDER);
    ana.leave();
    expect(ana.desk.unknown).toEqual([]);
    const eva = openTab('eva');
    expect(eva.desk.unknown).toEqual([]);
    await timers.advance(HOUR_MS);
    expect(server.asked).toHaveLength(1);
  });
});
