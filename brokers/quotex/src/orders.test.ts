import { BrokerClock } from '@vigia/broker-kit/clock';
import type { OrderReply, SentTimedOrder, TimedOrder } from '@vigia/broker-kit/port';
import { epochMs, minorUnits, ok, ratio } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { Contracts } from './contracts.ts';
import { QuotexOrders } from './orders.ts';
import { Records } from './records.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const ORDER: TimedOrder = {
  orderId: 'ours',
  accountId: '7-demo',
  symbol: 'EURUSD-OTC',
  direction: 'PUT',
  stakeMinor: minorUnits(500),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(START_MS + 60_000),
};
const ASSET = {
  symbol: 'EURUSD-OTC',
  name: 'EUR/USD (OTC)',
  type: 'forex',
  decimals: 5,
  isOpen: true,
  durationsS: [60],
  payoutRatio: ratio(0.87),
  stakeLimits: [],
} as const;

/** Returns the rows of one page of the history. */
type History = (page: number) => readonly unknown[];

type DeskTerms = {
  readonly switches?: boolean;
  readonly history?: History;
  readonly symbolOf?: (wireSymbol: string) => string | null;
};

function fixtureOf({ switches = true, history = () => [], symbolOf = () => 'EURUSD-OTC' }: DeskTerms = {}) {
  const clock = new ManualClock(START_MS);
  const sent: Readonly<Record<string, unknown>>[] = [];
  const refreshes: string[] = [];
  const book = new Contracts({
    clock,
    log: () => undefined,
    names: { symbolOf, accountIdOf: (kind) => (kind === 'demo' ? '7-demo' : '7-live'), currency: () => 'USD' },
    history: async (_purse, page) => ok(history(page)),
    refreshLists: () => undefined,
    offsetMs: () => 0,
    publish: () => undefined,
  });
  const kept = {
    clock,
    serverClock: new BrokerClock(clock),
    book,
    isOpen: () => true,
    currency: (): 'USD' => 'USD',
    kindOf: (): 'demo' => 'demo',
  } as const;
  const desk = new QuotexOrders({
    ...kept,
    emit: (name, body) => name !== 'orders/open' || sent.push({ ...Object(body) }) > 0,
    instrument: () => ({ wireSymbol: 'EURUSD_otc', asset: ASSET }),
    switchTo: async () => switches,
  });
  const reconciler = new Records({ ...kept, desk, refreshLists: (kind) => void refreshes.push(kind) });
  const acknowledgement = (changes: object = {}) => ({
    id: 'c-1',
    requestId: sent.at(-1)?.['requestId'],
    asset: 'EURUSD_otc',
    amount: 5,
    command: 1,
    isDemo: 1,
    percentProfit: 87,
    openTimestamp: Math.floor(START_MS / 1000),
    closeTimestamp: Math.floor(START_MS / 1000) + 60,
    ...changes,
  });
  return { clock, sent, refreshes, book, desk, reconciler, acknowledgement };
}

/** Waits until pending promises have settled. */
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function timedOut({ clock, desk }: ReturnType<typeof fixtureOf>): Promise<SentTimedOrder> {
  const placed: Promise<OrderReply> = desk.place(ORDER);
  await quiet();
  clock.advance(10_000);
  const reply = await placed;
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  return { ...ORDER, sentAtMs: reply.sentAtMs };
}

/** Places an order whose socket is lost right after sending. */
async function cutOff({ desk, reconciler }: ReturnType<typeof fixtureOf>): Promise<SentTimedOrder> {
  const placed = desk.place(ORDER);
  await quiet();
  desk.onDrop();
  reconciler.onDrop();
  const reply = await placed;
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  return { ...ORDER, sentAtMs: reply.sentAtMs };
}

/** Reconciles the order while the broker sends no new lists. */
async function withoutLists({ clock, reconciler }: ReturnType<typeof fixtureOf>, order: SentTimedOrder) {
  const asked = reconciler.reconcile([order], new Set());
  await quiet();
  clock.advance(15_000);
  return asked;
}

describe('the Quotex adapter', () => {
  it.each([
    ['direction', { command: 0 }],
    ['asset', { asset: 'GBPUSD_otc' }],
    ['stake', { amount: 6 }],
    ['account kind', { isDemo: 0 }],
  ])('does not match an acknowledgement that has the request id of an order but another %s', async (_what, changes) => {
    const { desk, clock, acknowledgement } = fixtureOf();
    const placed = desk.place(ORDER);
    await quiet();
    desk.onOpened(acknowledgement(changes));
    await quiet();
    clock.advance(10_000);
    expect(await placed).toMatchObject({ outcome: 'unknown', cause: 'timeout' });
  });

  it('matches an acknowledgement with the request id and the terms of an order', async () => {
    const { desk, acknowledgement } = fixtureOf();
    const placed = desk.place(ORDER);
    await quiet();
    desk.onOpened(acknowledgement());
    expect(await placed).toMatchObject({ outcome: 'accepted', contract: { contractId: 'c-1', orderId: 'ours' } });
  });

  it('finds an order by its late acknowledgement, without a further request', async () => {
    const fixture = fixtureOf();
    const sent = await timedOut(fixture);
    fixture.desk.onOpened(fixture.acknowledgement());
    expect(await fixture.reconciler.reconcile([sent], new Set())).toMatchObject({
      value: [{ verdict: 'found', contract: { contractId: 'c-1' } }],
    });
    expect(fixture.refreshes).toEqual([]);
  });

  it('reports an order as absent once its refusal has arrived after the timeout', async () => {
    const fixture = fixtureOf();
    const sent = await timedOut(fixture);
    expect(await withoutLists(fixture, sent)).toEqual(ok([{ verdict: 'undecided' }]));
    fixture.desk.onRefused({ error: 'not_money', requestId: fixture.sent.at(-1)?.['requestId'] });
    expect(await fixture.reconciler.reconcile([sent], new Set())).toEqual(ok([{ verdict: 'absent' }]));
    expect(fixture.sent).toHaveLength(1);
  });

  it('does not report an order as absent because of a list received less than 8 s after the disconnect', async () => {
    const fixture = fixtureOf();
    const sent = await cutOff(fixture);
    fixture.clock.advance(7_999);
    fixture.book.onOpenList([], 'demo');
    expect(await fixture.reconciler.reconcile([sent], new Set())).toEqual(ok([{ verdict: 'undecided' }]));
    fixture.clock.advance(1);
    fixture.book.onOpenList([], 'demo');
    expect(await fixture.reconciler.reconcile([sent], new Set())).toEqual(ok([{ verdict: 'absent' }]));
  });

  const dealOf = (id: string, beginMs: number, endMs: number) => ({
    id,
    asset: 'EURUSD_otc',
    amount: 5,
    command: 1,
    isDemo: 1,
    profit: 4.35,
    openTimestamp: Math.floor(beginMs / 1_000),
    closeTimestamp: Math.floor(endMs / 1_000),
  });
  const LONG_AFTER_MS = 400_000;

  it.each([
    ['an unreadable order', () => [{ id: 'strange' }]],
    [
      'pages that never reach back to the order',
      (page: number) => [dealOf(`later-${page}`, START_MS + 200_000, START_MS + 260_000)],
    ],
  ])('does not report an order as absent because of a history with %s', async (_what, history) => {
    const fixture = fixtureOf({ history });
    const sent = await timedOut(fixture);
    fixture.clock.advance(LONG_AFTER_MS);
    expect(await withoutLists(fixture, sent)).toEqual(ok([{ verdict: 'undecided' }]));
  });

  it('does not report an order as absent because of a list with an unreadable order', async () => {
    const fixture = fixtureOf();
    const sent = await timedOut(fixture);
    fixture.clock.advance(2_000);
    fixture.book.onOpenList([{ id: 'strange' }], 'demo');
    expect(await withoutLists(fixture, sent)).toEqual(ok([{ verdict: 'unread' }]));
  });

  it('requests new lists after a list with an unreadable order, and decides with the new lists', async () => {
    const fixture = fixtureOf();
    const sent = await cutOff(fixture);
    fixture.clock.advance(8_000);
    fixture.book.onOpenList([{ id: 'strange' }], 'demo');
    const asked = fixture.reconciler.reconcile([sent], new Set());
    await quiet();
    expect(fixture.refreshes).toEqual(['demo']);
    fixture.book.onOpenList([], 'demo');
    fixture.reconciler.onOpenList('demo');
    expect(await asked).toEqual(ok([{ verdict: 'absent' }]));
  });

  it('reports an order as absent if the only unreadable order in the list has another stake', async () => {
    const fixture = fixtureOf();
    const sent = await cutOff(fixture);
    fixture.clock.advance(8_000);
    fixture.book.onOpenList([{ id: 'strange', amount: 6 }], 'demo');
    expect(await fixture.reconciler.reconcile([sent], new Set())).toEqual(ok([{ verdict: 'absent' }]));
  });

  it('reads the history for an undecided order at growing intervals', async () => {
    const readAtS: number[] = [];
    const strange = () => {
      readAtS.push((fixture.clock.now() - START_MS) / 1_000);
      return [{ id: 'strange' }];
    };
    const fixture = fixtureOf({ history: strange });
    const sent = await timedOut(fixture);
    for (let second = 0; second < 90; second++) {
      void fixture.reconciler.reconcile([sent], new Set());
      await quiet();
      fixture.clock.advance(1_000);
    }
    expect(readAtS.length).toBeLessThanOrEqual(9);
    expect(readAtS.at(-1)).toBeGreaterThan(60);
  });

  it('does not report an order as absent because of a list with an order on an unknown asset', async () => {
    const fixture = fixtureOf({ symbolOf: (wire) => (wire === 'EURUSD_otc' ? 'EURUSD-OTC' : null) });
    const sent = await timedOut(fixture);
    fixture.clock.advance(2_000);
    fixture.book.onOpenList([{ ...dealOf('new', START_MS, START_MS + 60_000), asset: 'NEW_otc' }], 'demo');
    expect(await withoutLists(fixture, sent)).toEqual(ok([{ verdict: 'unread' }]));
  });

  it.each([
    ['an order as undecided if an equal contract began 100 s earlier', 100_000, 'undecided'],
    ['an order as absent if an equal contract began an hour earlier', 3_600_000, 'absent'],
  ])('reports %s', async (_what, offMs, verdict) => {
    const fixture = fixtureOf();
    const sent = await cutOff(fixture);
    fixture.clock.advance(8_000);
    fixture.book.onOpenList([dealOf('like it', START_MS - offMs, START_MS - offMs + 60_000)], 'demo');
    expect(await withoutLists(fixture, sent)).toEqual(ok([{ verdict }]));
  });

  const ticketOf = (changes: object) => {
    const { id, profit: _, isDemo: __, ...rest } = dealOf('c-1', START_MS, START_MS + 60_000);
    return { ...rest, ticket: id, command: 'put', openPrice: 1.08, closePrice: 1.09, ...changes };
  };

  it.each([
    ['a win net of the stake', { profitAmount: 4.35 }, 'won', 435],
    ['a win with the stake in it', { profitAmount: '9.35' }, 'won', 435],
    ['a loss', { profitAmount: -5 }, 'lost', -500],
    ['a tie net of the stake', { profitAmount: 0, closePrice: 1.08 }, 'tie', 0],
    ['a tie with the stake in it', { profitAmount: 5, closePrice: 1.08 }, 'tie', 0],
  ])('reads %s from a history whose rows have the form of tickets', async (_what, changes, outcome, profitMinor) => {
    const { book } = fixtureOf({ history: (page) => (page > 1 ? [] : [ticketOf(changes)]) });
    expect(await book.readEnded('demo', 0, new Set())).toMatchObject({
      value: { isWhole: true, contracts: [{ contractId: 'c-1', result: { outcome, profitMinor } }] },
    });
  });

  it.each([
    ['a tie or a loss', { profitAmount: 0 }],
    ['a tie or a win', { profitAmount: 5, closePrice: 1.09 }],
    ['any end', {}],
  ])('finds an order by a ticket that may mean %s, and leaves its result open', async (_what, changes) => {
    const fixture = fixtureOf({ history: (page) => (page > 1 ? [] : [ticketOf(changes)]) });
    const sent = await timedOut(fixture);
    expect(await fixture.reconciler.reconcile([sent], new Set())).toMatchObject({
      value: [{ verdict: 'found', contract: { contractId: 'c-1', result: null } }],
    });
  });

  it('does not count the possible win of an open order as the result of its ticket', async () => {
    const fixture = fixtureOf({ history: (page) => (page > 1 ? [] : [ticketOf({ profitAmount: -5 })]) });
    fixture.book.onOpenList([dealOf('c-1', START_MS, START_MS + 60_000)], 'demo');
    expect(await fixture.book.readEnded('demo', 0, new Set())).toMatchObject({
      value: { contracts: [{ result: { outcome: 'lost', profitMinor: -500 } }] },
    });
  });

  const ALIGNED: SentTimedOrder = { ...ORDER, symbol: 'EURUSD', sentAtMs: epochMs(START_MS) };
  const names = { symbolOf: (wire: string) => wire.replace('_otc', '-OTC') };

  it('does not report an order with an aligned expiry as absent until 300 s after its latest possible end', async () => {
    const fixture = fixtureOf({ history: (page) => (page > 1 ? [] : [dealOf('old', 0, 60_000)]) });
    const order = { ...ALIGNED, durationS: 3_600 };
    fixture.clock.advance(5_699_999);
    expect(await withoutLists(fixture, order)).toEqual(ok([{ verdict: 'undecided' }]));
    expect(await fixture.reconciler.reconcile([order], new Set())).toEqual(ok([{ verdict: 'absent' }]));
  });

  it.each([
    ['finds an aligned order by a contract that runs 90 s', ALIGNED, 'EURUSD', 90_000, 'found'],
    ['does not find an aligned order by a contract that runs 100 s', ALIGNED, 'EURUSD', 100_000, 'undecided'],
    ['does not find a timer by a contract that runs 90 s', { ...ALIGNED, ...ORDER }, 'EURUSD_otc', 90_000, 'undecided'],
  ])('%s instead of 60 s', async (_what, order, asset, lengthMs, verdict) => {
    const fixture = fixtureOf(names);
    fixture.book.onOpenList([{ ...dealOf('c-1', START_MS, START_MS + lengthMs), asset }], 'demo');
    expect(await withoutLists(fixture, order)).toMatchObject({ value: [{ verdict }] });
  });

  it('finds an order on page 2 of the history, even if page 1 has a contract that started before the order', async () => {
    const pages = [
      [dealOf('long', START_MS - 3_600_000, START_MS + 300_000)],
      [dealOf('ours', START_MS, START_MS + 60_000)],
    ];
    const fixture = fixtureOf({ history: (page) => pages[page - 1] ?? [] });
    const sent = await timedOut(fixture);
    fixture.clock.advance(LONG_AFTER_MS);
    expect(await fixture.reconciler.reconcile([sent], new Set())).toMatchObject({
      value: [{ verdict: 'found', contract: { contractId: 'ours' } }],
    });
  });

  it('sends no order if the broker does not switch between the demo and the real account', async () => {
    const { desk, sent } = fixtureOf({ switches: false });
    expect(await desk.place(ORDER)).toMatchObject({ outcome: 'refused', fault: { kind: 'network' } });
    expect(sent).toEqual([]);
  });

  it('never uses a request id twice, even within one millisecond', async () => {
    const { desk, clock, sent } = fixtureOf();
    const placed = [desk.place(ORDER), desk.place({ ...ORDER, orderId: 'second' })];
    await quiet();
    clock.jump(-1_000);
    clock.advance(1_000);
    await quiet();
    desk.onDrop();
    await Promise.all(placed);
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2);
  });
});
