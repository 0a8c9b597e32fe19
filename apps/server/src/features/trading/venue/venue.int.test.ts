import { ERROR_STATUS } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { lengthIn, minutesLong } from '@vigia/core/trades';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import type { Actor } from '../../accounts/index.ts';
import { writeLimits } from '../../accounts/limits/testing.ts';
import { readEvents } from '../history/read-events.ts';
import { TRADE_CHANGED } from '../index.ts';
import { approveOrder } from '../placing/approve-order.ts';
import { publishPlacedTrade } from '../placing/place-automatic.ts';
import { placeOrder } from '../placing/place-order.ts';
import { writeOrder } from '../placing/write-order.ts';
import { settleDueTrades } from '../settle-due-trades.ts';
import { actorOf, deleteAllUsers } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { automaticVenue } from './automatic-venue.ts';
import { brokerOrderOf } from './broker-order-sender.ts';
import { createVenueWorld } from './testing.ts';
import { brokerRecordFaults } from './testing-book.ts';
import { START_BALANCE_MINOR } from './testing-scripted-broker.ts';
import { venueAssets, venuePayout } from './venue-assets.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof createVenueWorld>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-30')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = await createVenueWorld(database);
  await world.start();
  return async () => {
    const faults = await brokerRecordFaults(world);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    await checkInvariants(database.db.sql, new Map());
    await world.stop();
  };
});

/** Polls until the value is as wanted, for longer than usual, because the machine may be busy. */
async function eventually(look: () => unknown, wanted: unknown): Promise<void> {
  await expect.poll(look, { timeout: 20_000 }).toBe(wanted);
}

/** Places an order that names the broker and one of its accounts. */
function placeNamed(kind: 'demo' | 'real', actor = actorOf(world.userId)) {
  return placeOrder(world.placing(), { actor, request: ORDER, named: { broker: 'iqoption', kind } }, null);
}
const REAL_ACCOUNT = {
  accountId: 'login-real',
  kind: 'real',
  currency: 'USD',
  balanceMinor: minorUnits(1_000_000),
} as const;
const IQ_DEMO = { broker: 'iqoption', kind: 'demo' } as const;
const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;

describe('an order to a broker', () => {
  it('opens on the broker’s terms and ends with the broker’s result', async () => {
    world.broker.payout = 0.842;
    const placed = await world.place();
    expect(placed).toMatchObject({
      ok: true,
      value: { status: 'active', execution: 'confirmed', broker: 'iqoption', account: 'demo', mode: 'iqoption_demo' },
    });
    expect(await world.only()).toMatchObject({ broker_ref: 'c1', payout_bp: 8_420, entry_price: 1.1 });
    await world.pass(60_000);
    world.broker.end('c1', 'won', 843);
    await world.settle();
    const trade = await world.only();
    expect(trade).toMatchObject({ status: 'won', profit_minor: 843, settle_price: 1.2 });
    expect(await world.events(trade.id)).toEqual(['intent', 'send', 'accept', 'open', 'expire', 'settle']);
    expect(await world.transfers()).toEqual(['equity', 'stake_hold', 'settle_win']);
  });

  it.each([
    ['CLP', 15_000, 15_000, 10.5],
    ['EUR', 10.5, 1_050, 10.505],
    ['BTC', 0.0005, 50_000, 0.000_000_001],
  ] as const)(
    'in %s is read, held and shown with the decimals of its currency',
    async (currency, amount, minor, odd) => {
      world.broker.currency = currency;
      const place = (stake: number) =>
        placeOrder(
          world.placing(),
          {
            actor: actorOf(world.userId),
            request: { ...ORDER, amount: stake },
            named: { broker: 'iqoption', kind: 'demo' },
          },
          null,
        );
      expect(await place(odd)).toMatchObject({ ok: false, error: { code: 'amount_invalid' } });
      expect(await place(amount)).toMatchObject({ ok: true, value: { amount, currency, account: 'demo' } });
      expect(await world.only()).toMatchObject({ stake_minor: minor });
      const [account] = await database.db.sql<{ held_minor: number }[]>`
      SELECT held_minor FROM accounts
      WHERE user_id = ${world.userId} AND currency = ${currency} AND broker = 'iqoption'`;
      expect(account).toEqual({ held_minor: minor });
    },
  );

  it('is written, held and marked as sent before the broker receives it', async () => {
    const seen: string[] = [];
    const { session } = world.broker;
    const place = session.place.bind(session);
    session.place = async (order) => {
      const mirror = await world.mirror();
      seen.push(...(await world.events(order.orderId)), String(mirror?.held_minor));
      return place(order);
    };
    await world.place();
    expect(seen).toEqual(['intent', 'send', '1000']);
  });

  it.each([
    ['won', 850, 'won', 850],
    ['lost', -1_000, 'lost', -1_000],
    ['lost', -400, 'lost', -400],
    ['tie', 0, 'expired', 0],
    ['void', 0, 'cancelled', 0],
    ['sold', -300, 'cancelled', -300],
  ] as const)(
    'with the broker’s result %s and profit %d is published and moves that money',
    async (outcome, profit, status, booked) => {
      await world.place();
      if (outcome !== 'sold') await world.pass(60_000);
      world.broker.end('c1', outcome, profit);
      await world.settle();
      expect(await world.only()).toMatchObject({ status, execution: 'confirmed', profit_minor: booked });
      expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR + profit, held_minor: 0 });
    },
  );

  it('is settled once, however often the broker reports its end', async () => {
    await world.place();
    await world.pass(60_000);
    world.broker.end('c1', 'won', 850);
    world.broker.notifyContract('c1');
    await world.settle();
    world.broker.notifyContract('c1');
    await world.settle();
    expect((await world.transfers()).filter((kind) => kind === 'settle_win')).toHaveLength(1);
  });

  it('gets a second transfer if the broker corrects its result later, and keeps the first transfer', async () => {
    await world.place();
    await world.pass(60_000);
    world.broker.end('c1', 'won', 850);
    await world.settle();
    world.broker.end('c1', 'lost', -1_000);
    await world.settle();
    const trade = await world.only();
    expect(trade).toMatchObject({ status: 'lost', profit_minor: -1_000 });
    expect((await world.events(trade.id)).slice(-2)).toEqual(['settle', 'correct']);
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR - 1_000, held_minor: 0 });
  });

  it('costs nothing if the broker refuses it, and reports the broker’s reason', async () => {
    world.broker.fates = ['refuse'];
    expect(await world.place()).toMatchObject({
      ok: false,
      error: { code: 'broker_refused', values: { name: 'IQ Option', why: 'el saldo no alcanza' } },
    });
    expect(await world.only()).toMatchObject({ status: 'cancelled', execution: 'rejected', profit_minor: 0 });
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR, held_minor: 0 });
  });

  it('stays open after its expiry until the broker reports a result, whatever the server’s own prices', async () => {
    await world.place();
    world.market.tick(world.clock.now() + 59_000, 2);
    await world.pass(10 * 60_000);
    expect(await settleDueTrades(world.deps, () => undefined)).toEqual([]);
    expect(await world.only()).toMatchObject({ status: 'active', execution: 'confirmed' });
    expect(world.broker.followed, 'its end is asked for again').toEqual(new Set(['c1']));
  });

  it('is never sent after its deadline', async () => {
    const late = new Date(world.clock.now() - 1).toISOString();
    expect(await world.place({ valid_until: late })).toMatchObject({ error: { code: 'order_expired' } });
    expect(world.broker.handedOver).toEqual([]);
  });

  it('is placed once per idempotency key, and a repeated request returns its current state', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.place({}, 'key')));
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error.code)));
    expect(ids.size).toBe(1);
    expect(answers.every((answer) => answer.ok && answer.value.execution === 'confirmed')).toBe(true);
    expect(world.broker.handedOver).toHaveLength(1);
    expect(await world.place({ amount: 11 }, 'key')).toMatchObject({ error: { code: 'idempotency_key_reused' } });
    await world.pass(60_000);
    world.broker.end('c1', 'won', 850);
    await world.settle();
    world.broker.isThere = false;
    expect(await world.place({}, 'key')).toMatchObject({ ok: true, value: { status: 'won' } });
  });

  it('is placed once per idempotency key, even if concurrent requests with the key go to different accounts', async () => {
    await world.choose(null);
    const named = { broker: 'iqoption', kind: 'demo' } as const;
    const actor = actorOf(world.userId);
    const placing = world.placing();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        placeOrder(placing, { actor, request: ORDER, named: index % 2 === 0 ? null : named }, 'key'),
      ),
    );
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]));
    expect(refused).toEqual(Array.from({ length: 10 }, () => 'idempotency_key_reused'));
    expect(await world.trades()).toHaveLength(1);
  });

  it('does not wait for a paper order that locks the paper account', async () => {
    const placed = await database.db.transaction(async (tx) => {
      await world.accounts.lockMockAccount(tx, world.userId);
      return world.place({}, 'key');
    });
    expect(placed).toMatchObject({ ok: true, value: { execution: 'confirmed' } });
  });

  it('returns the same refusal for the same key', async () => {
    world.broker.fates = ['refuse'];
    const first = await world.place({}, 'key');
    expect(await world.place({}, 'key')).toEqual(first);
    expect(world.broker.handedOver).toHaveLength(1);
  });
});

describe('an order that fails a check', () => {
  it.each([
    ['closed market', { isOpen: false, durationsS: [] }, {}, 'market_closed'],
    ['unknown asset', {}, { asset_symbol: 'XXXYYY' }, 'asset_unknown'],
    ['length', {}, { duration: 7 }, 'duration_unavailable'],
    ['too little', {}, { amount: 0.5 }, 'amount_below_minimum'],
    ['too much', {}, { amount: 5_001 }, 'amount_above_maximum'],
    ['a third decimal', {}, { amount: 1.234 }, 'amount_invalid'],
  ] as const)('is refused by the rules of the account or the asset: %s', async (_what, asset, request, code) => {
    world.broker.asset = { ...world.broker.asset, ...asset };
    expect(await world.place(request)).toMatchObject({ ok: false, error: { code } });
    expect(await world.trades()).toEqual([]);
  });

  it('is refused if the payout has fallen by more than two points below the shown payout', async () => {
    expect(await world.place({ shown_payout: 0.88 })).toMatchObject({ error: { code: 'payout_changed' } });
    expect(await world.place({ shown_payout: 0.87 })).toMatchObject({ ok: true });
  });

  it('is refused if the broker’s balance is too low, whatever the paper balance is', async () => {
    world.broker.balanceMinor = 900;
    expect(await world.place()).toMatchObject({ error: { code: 'balance_too_low' } });
  });

  it('is refused without a session, or on an account that does not exist', async () => {
    world.broker.disconnect();
    expect(await world.place()).toMatchObject({ error: { code: 'broker_not_connected' } });
    world.broker.connect();
    expect(await placeNamed('real')).toMatchObject({ error: { code: 'broker_account_missing' } });
  });

  it('is refused if it names another account than the chosen one', async () => {
    world.broker.more = [REAL_ACCOUNT];
    await world.choose('real');
    expect(await placeNamed('demo')).toMatchObject({
      error: { code: 'broker_account_changed', values: { name: 'IQ Option', shown: 'demo' } },
    });
    await world.choose('demo');
    expect(await placeNamed('real')).toMatchObject({ error: { code: 'broker_account_changed' } });
    expect(await placeNamed('demo')).toMatchObject({ ok: true, value: { account: 'demo', mode: 'iqoption_demo' } });
    expect(world.broker.handedOver).toHaveLength(1);
  });

  it('is refused if it is for another mode than the chosen one', async () => {
    expect(await world.place({ mode: 'mock' })).toMatchObject({
      error: { code: 'mode_changed', values: { now: 'IQ demo', shown: 'Simulado' } },
    });
    expect(await world.place({ mode: 'iqoption_demo' })).toMatchObject({ ok: true });
    await world.choose(null);
    expect(await world.place({ mode: 'iqoption_demo' })).toMatchObject({ error: { code: 'mode_changed' } });
    expect(world.broker.handedOver).toHaveLength(1);
  });

  it('is refused, and reported as not sent, if the broker’s quote arrives too late', async () => {
    let asked = 0;
    world.broker.session.quote = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const placed = world.place();
    await eventually(() => asked, 1);
    world.clock.advance(5_000);
    const answer = await placed;
    expect(answer).toMatchObject({ ok: false, error: { code: 'broker_quote_late' } });
    expect(ERROR_STATUS.broker_quote_late).toBe(409);
    expect(await world.trades()).toEqual([]);
  });

  it('is refused by a limit that counts the user’s orders at all venues', async () => {
    await database.db.sql`UPDATE users SET max_concurrent_trades = 3 WHERE id = ${world.userId}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.place()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(world.broker.handedOver).toHaveLength(3);
  });
});

describe('an order with real money', () => {
  const actor = { ...actorOf(''), isAnonymous: false, aal: 'aal2' } as const;

  /** Writes an order as a placement does, but does not send it. */
  async function written(mode: 'iqoption_real' | null = null) {
    const me = { ...actor, userId: world.userId };
    world.broker.more = [REAL_ACCOUNT];
    await world.choose('real');
    await database.db.sql`
      UPDATE user_settings SET adult_declared_at = now(), country = 'MX', country_declared_at = now()
      WHERE user_id = ${world.userId}`;
    await writeLimits(database.db.sql, world.userId, { daily_loss_limit_minor: 500_000 }, 'real');
    const deps = world.placing();
    const order = {
      actor: me,
      destination: { mode, account: { broker: 'iqoption', kind: 'real' } },
      request: ORDER,
      length: lengthIn(ORDER),
      stakeMinor: minorUnits(1_000),
      source: null,
      automation: null,
      origin: 'manual',
      latestMs: Infinity,
    } as const;
    const offer = deps.venues.broker.knownOffer(order);
    if (!offer.ok) throw new Error(offer.error.code);
    const { option } = await database.db.transaction(async (tx) => {
      const account = await offer.value.lockAccount(tx);
      if (account === null) throw new Error('the user is gone');
      const approved = await approveOrder(deps, tx, order, offer.value, account);
      if (!approved.ok) throw new Error(approved.error.code);
      return writeOrder(deps, tx, offer.value, account, approved.value, null);
    });
    return { send: (by: Actor | null = me) => deps.venues.broker.submit(option, me.userId, by) };
  }

  it.each([null, 'iqoption_real'] as const)(
    'is sent if all real-money conditions hold, with the mode %s in the request',
    async (mode) => {
      await (await written(mode)).send();
      expect(await world.only()).toMatchObject({ account: 'real', execution: 'confirmed' });
    },
  );

  it.each([
    ['self-exclusion', `UPDATE user_settings SET self_excluded_until = now() + interval '1000 years'`],
    ['no loss limit any more', 'UPDATE limit_books SET daily_loss_limit_minor = NULL'],
    ['another account', 'UPDATE user_settings SET chosen_broker = NULL, chosen_kind = NULL'],
  ])('is not sent if a real-money condition changes before the order is sent: %s', async (_what, change) => {
    const order = await written('iqoption_real');
    await database.db.sql`${database.db.sql.unsafe(change)} WHERE user_id = ${world.userId}`;
    await order.send();
    expect(await world.only()).toMatchObject({
      status: 'cancelled',
      execution: 'rejected',
      settle_reason: 'not_allowed',
    });
    expect(world.broker.handedOver).toEqual([]);
  });

  it('is not sent if the user has chosen the demo account meanwhile, or if no user placed it', async () => {
    const order = await written();
    await world.choose('demo');
    await order.send();
    await world.choose('real');
    await (await written()).send(null);
    expect((await world.trades()).map((trade) => trade.settle_reason)).toEqual(['not_allowed', 'not_allowed']);
    expect(world.broker.handedOver).toEqual([]);
  });
});

describe('an order with an unknown execution status', () => {
  it('is opened when the broker’s records contain it', async () => {
    world.broker.fates = ['lose_reply'];
    const published: string[] = [];
    world.bus.subscribe(TRADE_CHANGED, ({ trade }) => published.push(trade.execution));
    expect(await world.place()).toMatchObject({ ok: true, value: { status: 'active', execution: 'unknown' } });
    await world.pass(2_000);
    expect(await world.only()).toMatchObject({ execution: 'confirmed', broker_ref: 'c1' });
    expect(published).toEqual(['pending', 'unknown', 'confirmed']);
    expect(world.broker.handedOver).toHaveLength(1);
  });

  it('counts as opened if two equal option contracts match it, and its event records the ambiguity', async () => {
    world.broker.fates = ['lose_reply'];
    const { session } = world.broker;
    const reconcile = session.reconcile.bind(session);
    session.reconcile = async (orders, claimed) => {
      const answer = await reconcile(orders, claimed);
      if (!answer.ok) return answer;
      const marked = answer.value.map((one) =>
        one.verdict === 'found' ? { ...one, contract: { ...one.contract, hasDouble: true as const } } : one,
      );
      return { ok: true, value: marked };
    };
    await world.place();
    await world.pass(2_000);
    const events = (await readEvents(database, world.userId, (await world.only()).id)) ?? [];
    expect(events.find(({ kind }) => kind === 'accept')?.detail).toMatchObject({ contract_id: 'c1', has_double: true });
  });

  it('is refused and refunded once complete records of the broker do not contain it', async () => {
    world.broker.fates = ['lose_order'];
    await world.place();
    await world.pass(2_000);
    expect(await world.only()).toMatchObject({ status: 'cancelled', execution: 'rejected', settle_reason: 'absent' });
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR, held_minor: 0 });
  });

  it.each(['early', 'unreadable'] as const)(
    'stays unresolved while the broker’s records are %s, and blocks further orders',
    async (records) => {
      world.broker.fates = ['lose_order'];
      world.broker.records = records;
      await world.place();
      await world.pass(120_000);
      expect(await world.only()).toMatchObject({ status: 'active', execution: 'unknown' });
      expect(await world.place()).toMatchObject({ error: { code: 'broker_order_unknown' } });
      world.broker.records = 'whole';
      await world.pass(16_000);
      expect(await world.only()).toMatchObject({ execution: 'rejected' });
    },
  );

  it('is refused while the broker sends messages about orders that its adapter does not understand', async () => {
    world.broker.isClosedForOrders = true;
    expect(await world.place()).toMatchObject({ error: { code: 'broker_changed', values: { name: 'IQ Option' } } });
    expect(await world.writeAutomatic()).not.toMatchObject({ ok: true });
    expect(world.broker.handedOver).toEqual([]);
    world.broker.isClosedForOrders = false;
    expect(await world.place()).toMatchObject({ ok: true });
  });

  it('is resolved as soon as the broker session is open again', async () => {
    world.broker.fates = ['hang'];
    const placed = world.place();
    await eventually(() => world.broker.handedOver.length, 1);
    world.broker.disconnect();
    expect(await placed).toMatchObject({ value: { execution: 'unknown' } });
    await world.pass(30_000);
    expect(await world.only()).toMatchObject({ execution: 'unknown' });
    world.broker.connect();
    await world.settle();
    expect(await world.only()).toMatchObject({ execution: 'confirmed' });
  });

  it('is not resolved by records of another login of the same broker', async () => {
    world.broker.fates = ['lose_reply'];
    await world.place();
    world.broker.login = 'another';
    world.broker.tags = false;
    const { session } = world.broker;
    session.reconcile = async (orders) => ({ ok: true, value: orders.map(() => ({ verdict: 'absent' })) });
    world.broker.connect();
    await world.pass(30_000);
    expect(await world.only()).toMatchObject({ status: 'active', execution: 'unknown' });
    expect(await world.mirror()).toMatchObject({ held_minor: 1_000 });
  });

  describe('if its login has been disconnected', () => {
    const WEEK_MS = 7 * 24 * 60 * 60_000;
    const HOUR_MS = 60 * 60_000;
    /** Moves the clock by days in one step, so that no timer runs in between. */
    const leap = async (ms: number) => {
      world.clock.jump(ms);
      await world.settle();
    };
    /** Advances the clock by an hour, so that the hourly job runs. */
    const anHour = async () => {
      world.clock.advance(HOUR_MS);
      await world.settle();
    };

    beforeEach(async () => {
      world.broker.fates = ['lose_reply'];
      world.broker.records = 'unreadable';
      await world.place();
    });

    it('is given up after a week: its execution status stays unknown, its stake and account are free, and it matches no option contract', async () => {
      world.broker.isThere = false;
      await leap(WEEK_MS - 2 * HOUR_MS);
      await anHour();
      expect(await world.only(), 'not a moment before').toMatchObject({ status: 'active', execution: 'unknown' });
      await anHour();
      await anHour();
      const trade = await world.only();
      expect(trade).toMatchObject({ status: 'cancelled', execution: 'unknown', settle_reason: 'undecided' });
      expect(await world.events(trade.id)).toEqual(['intent', 'send', 'lose_track', 'give_up']);
      expect(await world.mirror()).toMatchObject({ held_minor: 0 });
      world.broker.isThere = true;
      await world.signInAs('another');
      expect(await world.place()).toMatchObject({ ok: true });
    });

    it('moves no money for an option contract that appears after the order was given up', async () => {
      world.broker.isThere = false;
      await leap(WEEK_MS);
      await anHour();
      const errors: unknown[] = [];
      world.deps.log.error = (...said: unknown[]) => void errors.push(said.at(-1));
      world.broker.isThere = true;
      world.broker.end('c1', 'won', 850);
      await world.settle();
      expect(await world.only()).toMatchObject({ execution: 'unknown', broker_ref: null, profit_minor: 0 });
      expect(errors, 'for a person to look at').toEqual([
        'the broker has a contract of an order that was not resolved in time',
      ]);
    });

    it('is looked up without a time limit while its account is connected', async () => {
      await leap(WEEK_MS);
      await anHour();
      await anHour();
      expect(await world.only()).toMatchObject({ status: 'active', execution: 'unknown' });
    });
  });

  it('is opened when the broker reports its contract with the tag of the order', async () => {
    world.broker.fates = ['lose_reply'];
    world.broker.records = 'unreadable';
    await world.place();
    world.broker.notifyContract('c1');
    await world.settle();
    expect(await world.only()).toMatchObject({ execution: 'confirmed', broker_ref: 'c1' });
  });

  it('is returned to the user within a time limit, whatever the broker does, and a late reply is still applied', async () => {
    world.broker.fates = ['hang'];
    const placed = world.place();
    await eventually(() => world.broker.handedOver.length, 1);
    world.clock.advance(10_000);
    expect(await placed).toMatchObject({ ok: true, value: { status: 'active', execution: 'pending' } });
    world.broker.release();
    await eventually(async () => (await world.events((await world.only()).id)).includes('lose_track'), true);
    await world.pass(2_000);
    expect(await world.only()).toMatchObject({ execution: 'confirmed' });
  });
});

describe('after a crash', () => {
  it('a sent order stays unresolved until the records are read, and an unsent order is cancelled', async () => {
    world.broker.fates = ['hang', 'accept'];
    const hanging = world.place();
    await eventually(() => world.broker.handedOver.length, 1);
    // The order is written, and the process crashes before it marks the order as sent.
    await world.writeAutomatic({ stakeMinor: minorUnits(500) });
    world.broker.records = 'unreadable';
    await world.restart();
    await hanging;
    const [sent, other] = (await world.trades()).toSorted((a, b) => b.stake_minor - a.stake_minor);
    expect(sent).toMatchObject({ execution: 'unknown' });
    expect(other).toMatchObject({ status: 'cancelled', execution: 'rejected', settle_reason: 'late' });
    world.broker.records = 'whole';
    world.broker.connect();
    await world.settle();
    expect((await world.trades()).map(({ execution }) => execution).toSorted()).toEqual(['confirmed', 'rejected']);
    expect(world.broker.handedOver).toHaveLength(1);
  });

  it('option contracts that ended while no server ran are settled', async () => {
    await world.place();
    await world.pass(60_000);
    world.broker.disconnect();
    world.broker.end('c1', 'lost', -1_000);
    await world.restart();
    expect(await world.only()).toMatchObject({ status: 'active' });
    world.broker.connect();
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'lost', profit_minor: -1_000 });
  });
});

/** Runs a callback after an order is marked as sent and before it is sent. */
function onceMarkedAsSent(then: () => void): void {
  const { deps } = world;
  const { sessionShards } = deps;
  const transaction = sessionShards.transaction.bind(sessionShards);
  let isMarked = false;
  sessionShards.transaction = async (userIds, work) => {
    const value = await transaction(userIds, work);
    if (!isMarked) then();
    isMarked = true;
    return value;
  };
}

describe('a process that lost the shard of a user', () => {
  it('writes no order and sends nothing', async () => {
    world.lease.isOwner = false;
    await expect(world.place()).rejects.toThrow(LeaseLostError);
    expect([await world.trades(), world.broker.handedOver]).toEqual([[], []]);
  });

  it('does not send an order that was written before the loss', async () => {
    const { session } = world.broker;
    const quote = session.quote.bind(session);
    session.quote = async (wanted) => {
      world.lease.isFresh = false;
      return quote(wanted);
    };
    expect(await world.place()).toMatchObject({ ok: true, value: { execution: 'pending' } });
    expect((await world.only()).sent_at).toBeNull();
    expect(world.broker.handedOver).toEqual([]);
  });

  it('does not send an order that it marked as sent before the loss, so the order costs nothing', async () => {
    onceMarkedAsSent(() => {
      world.lease.isFresh = false;
    });
    expect(await world.place()).toMatchObject({ ok: false, error: { code: 'broker_refused' } });
    expect(world.broker.handedOver).toEqual([]);
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR, held_minor: 0 });
  });

  it('leaves the broker’s reply to the next lease holder, which finds the order in the broker’s records', async () => {
    onceMarkedAsSent(() => {
      world.lease.isOwner = false;
    });
    expect(await world.place()).toMatchObject({ ok: true, value: { execution: 'pending' } });
    const trade = await world.only();
    expect([trade.execution, world.broker.handedOver]).toEqual(['pending', [trade.id]]);
    world.lease.isOwner = true;
    await world.restart();
    world.broker.connect();
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'active', execution: 'confirmed', broker_ref: 'c1' });
    expect(world.broker.handedOver).toEqual([trade.id]);
  });

  it('books nothing that a broker session reports', async () => {
    await world.place();
    await world.pass(60_000);
    world.lease.isOwner = false;
    world.broker.end('c1', 'won', 850);
    await world.settle();
    expect((await world.only()).status).toBe('active');
    world.lease.isOwner = true;
    await world.pass(1_000);
    expect(await world.only()).toMatchObject({ status: 'won', profit_minor: 850 });
  });

  it('resolves no left-over order while its lease was not renewed recently', async () => {
    await world.writeAutomatic();
    world.lease.isFresh = false;
    await world.pass(20_000);
    expect((await world.only()).execution).toBe('pending');
    world.lease.isFresh = true;
    await world.pass(1_000);
    expect(await world.only()).toMatchObject({ execution: 'rejected', settle_reason: 'late' });
  });

  it('returns the stored response to a repeated idempotency key', async () => {
    const key = 'one key';
    const placed = await world.place({}, key);
    world.lease.isFresh = false;
    expect(await world.place({}, key)).toEqual(placed);
  });
});

describe('the synced balance of an account', () => {
  it('follows the broker’s balance, except while an order is unresolved', async () => {
    world.broker.publishBalance();
    await world.pass(1_000);
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR, held_minor: 0 });
    world.broker.fates = ['lose_reply'];
    world.broker.records = 'unreadable';
    await world.place();
    world.broker.balanceMinor += 50_000;
    world.broker.publishBalance();
    await world.pass(5_000);
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR - 1_000, held_minor: 1_000 });
    world.broker.records = 'whole';
    await world.pass(20_000);
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR + 49_000, held_minor: 1_000 });
  });

  it('is the balance of the account that receives orders, even if the login has several of its kind', async () => {
    const balanceMinor = minorUnits(777);
    world.broker.more = [{ accountId: 'euros', kind: 'demo', currency: 'EUR', balanceMinor }];
    world.broker.publishBalance();
    await world.pass(3_000);
    expect(await world.mirror()).toEqual({ cash_minor: START_BALANCE_MINOR, held_minor: 0 });
    expect(await world.transfers()).toEqual(['equity']);
  });

  it('is not used for an order that was prepared for another account of the login', async () => {
    const key = { broker: 'iqoption', kind: 'demo', currency: 'EUR', brokerAccount: 'euros' } as const;
    const { accounts, userId, clock } = world;
    await database.db.transaction((tx) => accounts.useBrokerAccount(tx, userId, key, clock.now()));
    expect(await world.place()).toMatchObject({ ok: false, error: { code: 'account_changed' } });
    expect(world.broker.handedOver).toEqual([]);
  });

  it('is used for an order only if the order names this account', async () => {
    await world.place();
    const { account_id } = await world.only();
    const ofOther = await world.place({ account_id: '00000000-0000-4000-8000-000000000000' });
    expect(ofOther).toMatchObject({ ok: false, error: { code: 'account_changed' } });
    expect(await world.place({ account_id })).toMatchObject({ ok: true });
  });

  it('is not replaced by another account if the login no longer lists the chosen one', async () => {
    world.broker.goneInUse = true;
    expect(await world.place()).toMatchObject({ ok: false, error: { code: 'broker_account_gone' } });
    expect(world.broker.handedOver).toEqual([]);
  });

  it('is the balance that the account view shows to its user', async () => {
    await world.place();
    expect(await world.accounts.accountView(database.db.sql, world.userId, IQ_DEMO)).toMatchObject({
      broker: 'iqoption',
      kind: 'demo',
      currency: 'USD',
      balance: (START_BALANCE_MINOR - 1_000) / 100,
      held: 10,
    });
  });

  it('does not prevent the settlement of an order after the clock is set back one hour', async () => {
    await world.place();
    world.clock.jump(-3_600_000);
    world.broker.end('c1', 'won', 850);
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'won' });
  });
});

describe('an automatic order', () => {
  it('is sent to its broker only after its transaction is committed', async () => {
    const placed = await world.writeAutomatic();
    expect(placed).toMatchObject({ ok: true, value: { option: { execution: 'pending', origin: 'strategy' } } });
    expect(world.broker.handedOver).toEqual([]);
    if (placed.ok) publishPlacedTrade(world.placing(), placed.value);
    await eventually(async () => (await world.only()).execution, 'confirmed');
    expect(world.broker.handedOver).toHaveLength(1);
  });

  it('has no payout until it is accepted, at a broker that prices each option contract separately', async () => {
    world.broker.asset = { ...world.broker.asset, payoutRatio: null };
    world.broker.payout = 0.842;
    const placed = await world.writeAutomatic();
    expect(placed).toMatchObject({ ok: true, value: { option: { execution: 'pending', payout: null } } });
    expect(brokerOrderOf(await world.only())).toMatchObject({ minPayoutRatio: null });
    if (placed.ok) publishPlacedTrade(world.placing(), placed.value);
    await eventually(async () => (await world.only()).execution, 'confirmed');
    expect(await world.only()).toMatchObject({ payout_bp: 8_420, entry_price: 1.1 });
  });

  it('keeps its payout unknown, not 0, if the broker refuses it', async () => {
    world.broker.asset = { ...world.broker.asset, payoutRatio: null };
    world.broker.fates = ['refuse'];
    const placed = await world.writeAutomatic();
    if (placed.ok) publishPlacedTrade(world.placing(), placed.value);
    await eventually(async () => (await world.only()).execution, 'rejected');
    expect(await world.only()).toMatchObject({ status: 'cancelled', payout_bp: null });
  });

  it('is never sent once the price of its signal is no longer valid', async () => {
    const placed = await world.writeAutomatic();
    world.clock.advance(2_500);
    if (placed.ok) publishPlacedTrade(world.placing(), placed.value);
    await eventually(async () => (await world.only()).execution, 'rejected');
    expect(await world.only()).toMatchObject({ settle_reason: 'late' });
    expect(world.broker.handedOver).toEqual([]);
  });

  it.each([
    [-1, 'confirmed'],
    [0, 'rejected'],
  ])('sent %d ms after the price of its signal becomes invalid is %s', async (fromLatestMs, execution) => {
    const placed = await world.writeAutomatic();
    const [row] = await database.db.sql<
      { send_by: Date }[]
    >`SELECT send_by FROM trades WHERE user_id = ${world.userId}`;
    world.clock.advance((row?.send_by.getTime() ?? 0) + fromLatestMs - world.clock.now());
    if (placed.ok) publishPlacedTrade(world.placing(), placed.value);
    await eventually(async () => (await world.only()).execution, execution);
    expect(world.broker.handedOver).toHaveLength(execution === 'confirmed' ? 1 : 0);
  });

  it('is not placed on a signal from simulated prices', async () => {
    world.market.source = 'simulated';
    expect(await world.writeAutomatic()).toMatchObject({ ok: false, error: { code: 'automation_prices' } });
    expect(await world.trades()).toEqual([]);
  });

  it('uses no real money without the graduation gate, even if the user has chosen the real account', async () => {
    world.broker.more = [REAL_ACCOUNT];
    await world.choose('real');
    expect(await world.writeAutomatic()).toMatchObject({ ok: false, error: { code: 'automation_real_money' } });
    expect(await world.trades()).toEqual([]);
  });

  it('uses the balance and the stake limits of its own account', async () => {
    world.broker.balanceMinor = 4_200;
    const venue = await database.db.transaction((tx) => automaticVenue(world.deps, tx, world.userId, IQ_DEMO));
    expect(venue?.account).toMatchObject({ broker: 'iqoption', kind: 'demo', cashMinor: 4_200 });
    expect(venue?.asset('EURUSD')).toEqual({ minTradeAmountMinor: 100, maxTradeAmountMinor: 500_000 });
    expect(venue?.asset('GBPUSD')).toBeUndefined();
  });
});

describe('the assets of the account that the user has chosen', () => {
  it('are listed with the broker’s own limits and payout', async () => {
    world.broker.asset = { ...world.broker.asset, isOpen: false };
    expect(await venueAssets(world.deps, world.userId)).toEqual([
      expect.objectContaining({
        symbol: 'EURUSD',
        source: 'iqoption',
        market_open: false,
        payout: 0.85,
        min_trade_amount: 1,
        max_trade_amount: 5_000,
        current_price: 1.1,
      }),
    ]);
    world.broker.disconnect();
    expect(await venueAssets(world.deps, world.userId)).toEqual([]);
    await world.choose(null);
    expect(await venueAssets(world.deps, world.userId)).toBeNull();
  });

  it('are offered at the payout that the broker quotes', async () => {
    world.broker.payout = 0.77;
    const ask = (minutes: number) =>
      venuePayout(world.deps, world.userId, { symbol: 'EURUSD', length: minutesLong(minutes) });
    expect(await ask(5)).toEqual({ ok: true, value: 7_700 });
    expect(await ask(7)).toMatchObject({ ok: false, error: { code: 'duration_unavailable' } });
    world.broker.asset = { ...world.broker.asset, isOpen: false, payoutRatio: null };
    expect(await ask(5)).toMatchObject({ ok: false, error: { code: 'market_closed' } });
  });
});
