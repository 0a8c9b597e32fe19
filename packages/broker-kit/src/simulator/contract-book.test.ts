import { minorUnits } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { ContractBook } from './contract-book.ts';
import type { BookOrder, ContractBookEvent } from './contract-book-types.ts';
import { FaultScript } from './fault-script.ts';
import { SimulatedMarket } from './market.ts';

const START_MS = Date.UTC(2026, 10, 24, 9);

function opened(onEqualPrices: 'tie' | 'lost' = 'tie') {
  const clock = new ManualClock(START_MS);
  const market = new SimulatedMarket(clock, 11, ['EURUSD', 'EURUSD-OTC']);
  const book = new ContractBook({ clock, market, onEqualPrices });
  const [demo] = book.accountsOf('ana');
  const accountId = demo?.accountId ?? '';
  const order = (changes: Partial<BookOrder> = {}): BookOrder => ({
    accountId,
    symbol: 'EURUSD',
    direction: 'CALL',
    stakeMinor: minorUnits(1_000),
    expiryMs: clock.now() + 60_000,
    tag: null,
    ...changes,
  });
  return { clock, market, book, accountId, order };
}

describe('the contract book of a simulated broker', () => {
  it('debits the stake at once, and settles the contract at its expiry by the last price before', () => {
    const { clock, market, book, accountId, order } = opened();
    const before = book.account(accountId)?.balanceMinor ?? 0;
    const events: string[] = [];
    book.onEvent((event: ContractBookEvent) => void events.push(event.kind));
    const placed = [book.place(order()), book.place(order({ direction: 'PUT' }))];
    expect(book.account(accountId)?.balanceMinor).toBe(before - 2_000);
    clock.advance(60_000);
    const settlePrice = market.lastTick('EURUSD', START_MS + 60_000 - 1).price;
    const profits = placed.map((one) => (one.ok ? one.value.result?.profitMinor : undefined) ?? 0);
    placed.forEach((one) => expect(one.ok && one.value.result).toMatchObject({ settlePrice }));
    expect(new Set(placed.map((one) => one.ok && one.value.result?.outcome))).toEqual(new Set(['won', 'lost']));
    expect(book.account(accountId)?.balanceMinor).toBe(before + (profits[0] ?? 0) + (profits[1] ?? 0));
    expect(events).toEqual(['opened', 'balance', 'opened', 'balance', 'settled', 'balance', 'settled', 'balance']);
  });

  it('settles a contract at an unchanged price by the broker’s rule for equal prices', () => {
    for (const [rule, profitMinor] of [
      ['tie', 0],
      ['lost', -1_000],
    ] as const) {
      const { clock, market, book, order } = opened(rule);
      market.freeze('EURUSD');
      clock.advance(10_000);
      const placed = book.place(order());
      clock.advance(60_000);
      expect(placed.ok && placed.value.result).toMatchObject({ outcome: rule, profitMinor });
    }
  });

  it('refuses each order that the real broker would refuse, and creates no contract for it', () => {
    const { clock, market, book, order } = opened();
    const refusals = [
      book.place(order({ accountId: 'unknown' })),
      book.place(order({ symbol: 'GBPUSD' })),
      book.place(order({ stakeMinor: minorUnits(50) })),
      book.place(order({ expiryMs: clock.now() })),
      book.place(order({ accountId: book.accountsOf('ana')[1]?.accountId ?? '', stakeMinor: minorUnits(50_100) })),
    ];
    market.setOpen('EURUSD', false);
    refusals.push(book.place(order()));
    expect(refusals.map((one) => !one.ok && one.error)).toEqual([
      'unknown_account',
      'unknown_symbol',
      'stake_out_of_range',
      'invalid_expiry',
      'insufficient_funds',
      'market_closed',
    ]);
    expect(book.contracts()).toEqual([]);
  });

  it('gives every login its own balance', () => {
    const { book } = opened();
    const balances = ['ana', 'bea', 'cai'].flatMap((login) => book.accountsOf(login)).map((one) => one.balanceMinor);
    expect(new Set(balances).size).toBe(balances.length);
    expect(book.accountsOf('ana')).toEqual(book.accountsOf('ana'));
  });
});

describe('the simulated market', () => {
  it('is the same for the same seed, streams the listed symbols, and has separate prices for OTC symbols', () => {
    const { clock, market } = opened();
    const streamed: number[] = [];
    market.stream('EURUSD', ({ timeMs }) => void streamed.push(timeMs));
    clock.advance(60_000);
    const listed = market.ticks('EURUSD', START_MS + 1, START_MS + 60_000 + 1);
    expect(streamed).toEqual([...listed.timeMs]);
    const twin = new SimulatedMarket(clock, 11, ['EURUSD']);
    expect(twin.ticks('EURUSD', START_MS, START_MS + 60_000).price).toEqual(
      market.ticks('EURUSD', START_MS, START_MS + 60_000).price,
    );
    expect([...market.ticks('EURUSD-OTC', START_MS + 1, START_MS + 60_000).price]).not.toEqual([...listed.price]);
  });
});

describe('the fault script of a simulator', () => {
  it('applies the faults of single orders first, then the fault of all orders', () => {
    const script = new FaultScript(new ManualClock(0));
    script.everyOrder({ kind: 'no_ack' });
    script.nextOrders({ kind: 'ignore' }, { kind: 'double_ack' });
    const taken = () => script.takeOrderFault()?.kind ?? null;
    expect([taken(), taken(), taken(), taken()]).toEqual(['ignore', 'double_ack', 'no_ack', 'no_ack']);
    script.everyOrder(null);
    expect(taken()).toBeNull();
  });

  it('delivers contract events once, twice, in reverse order or not at all', () => {
    const clock = new ManualClock(0);
    const script = new FaultScript(clock);
    const sent: string[] = [];
    const deliver = (...names: string[]) => {
      for (const name of names) script.deliver(() => void sent.push(name));
    };
    deliver('a');
    script.contractStream = 'duplicated';
    deliver('b');
    script.contractStream = 'silent';
    deliver('c');
    script.contractStream = 'reordered';
    deliver('d', 'e');
    clock.advance(1_000);
    deliver('f', 'g');
    clock.advance(1_000);
    expect(sent).toEqual(['a', 'b', 'b', 'e', 'd', 'g', 'f']);
  });
});
