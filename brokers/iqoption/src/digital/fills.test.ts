import { Oddities } from '@vigia/broker-kit/port';
import { epochMs, invariant, minorUnits } from '@vigia/core/kernel';
import { CountingIds, ManualClock, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { iqOptionBroker } from '../index.ts';
import { type IqSimulator, SIMULATED_PASSWORD, startSimulator } from '../simulator/index.ts';
import { DigitalFills } from './fills.ts';
import { rejectedOrderReply } from './placing.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const CREDENTIALS = { kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD } as const;

describe('a digital order that the broker has received', () => {
  let drive: ClockDriver;
  let simulator: IqSimulator;
  let session: ReturnType<typeof iqOptionBroker.open>;

  const accountOf = (kind: string) => session.accounts().find((account) => account.kind === kind)?.accountId ?? '';
  const order = (changes: object = {}) => ({
    orderId: 'o-1',
    accountId: accountOf('demo'),
    symbol: 'EURUSD-DIG',
    direction: 'CALL' as const,
    stakeMinor: minorUnits(1_000),
    durationS: 60,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(drive.clock.now() + 60_000),
    ...changes,
  });
  const placed = (changes: object = {}) => drive.settled('a reply', session.place(order(changes)));

  /**
   * Places an order with an unknown execution status. Returns the verdict of the records once the session has
   * reconnected.
   */
  async function lookedUp(cause: string, inBetween: () => void = () => undefined) {
    const sent = order();
    const reply = await drive.settled('a reply', session.place(sent));
    expect(reply).toMatchObject({ outcome: 'unknown', cause });
    if (reply.outcome !== 'unknown') return null;
    inBetween();
    await drive.until('the session to be back', () => session.state().status === 'connected', 90_000);
    await drive.advance(20_000);
    const orders = [{ ...sent, sentAtMs: reply.sentAtMs }];
    const answer = await drive.settled('the look-up', session.reconcile(orders, new Set()));
    return answer.ok ? answer.value[0]?.verdict : answer.error;
  }

  beforeEach(async () => {
    drive = new ClockDriver(START_MS);
    simulator = await startSimulator(drive.clock, 7);
    session = iqOptionBroker.open(CREDENTIALS, null, new Listener(drive.clock), {
      clock: drive.clock,
      rng: new SeededRng(7),
      ids: new CountingIds(),
      log: () => undefined,
      origins: simulator.origins,
    });
    const connected = await drive.settled('connect', session.connect());
    invariant(connected.ok, 'the session connects');
  });
  afterEach(async () => {
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  });

  it.each(['by_event', 'by_answer'] as const)('is refused if its stake is above the balance, %s', async (how) => {
    simulator.quirks.digitalRefusals = how;
    const reply = await placed({ accountId: accountOf('real'), stakeMinor: minorUnits(60_000) });
    expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'insufficient_funds' } });
    expect(simulator.book.contracts()).toEqual([]);
  });

  it.each(['before_answer', 'after_answer', 'unreported'] as const)(
    'is accepted once if its fill is reported %s',
    async (how) => {
      simulator.quirks.digitalFills = how;
      const [contract, ...others] = [await placed(), ...simulator.book.contracts()];
      expect(contract).toMatchObject({
        outcome: 'accepted',
        contract: { contractId: `digital-${simulator.book.contracts()[0]?.contractId}` },
      });
      expect(others).toHaveLength(1);
    },
  );

  it('is `unknown` while neither an event nor a readable record mentions it, and `reconcile` finds it later', async () => {
    simulator.quirks.digitalFills = 'unreported';
    simulator.script.areRecordsUnreadable = true;
    const readable = () => void (simulator.script.areRecordsUnreadable = false);
    expect(await lookedUp('timeout', readable)).toBe('found');
    expect(simulator.book.contracts()).toHaveLength(1);
  });

  it('is `unknown` if the socket closes before the order is filled, and `reconcile` finds it later', async () => {
    simulator.quirks.digitalFills = 'after_answer';
    simulator.script.nextOrders({ kind: 'cut_after_ack' });
    expect(await lookedUp('connection_lost')).toBe('found');
    expect(simulator.book.contracts()).toHaveLength(1);
  });
});

describe('the events about digital orders', () => {
  const changed = (id: number, status: string, changes: object = {}) => ({
    instrument_type: 'digital-option',
    status,
    raw_event: { digital_options_order_changed1: { id } },
    ...changes,
  });
  const clock = new ManualClock(START_MS);

  it('give the outcome of the order that they name, whether they come before or after the request for it', async () => {
    const fills = new DigitalFills(clock, undefined);
    fills.onOrder(changed(1, 'rejected'));
    expect(await fills.of('1')).toEqual({ ok: true, value: 'rejected' });
    const second = fills.of('2');
    fills.onOrder(changed(3, 'filled'));
    fills.onOrder(changed(2, 'new'));
    fills.onOrder(changed(2, 'canceled'));
    expect(await second).toEqual({ ok: true, value: 'rejected' });
    fills.onPosition({
      instrument_type: 'digital-option',
      raw_event: { digital_options_position_changed1: { order_ids: [4, 5] } },
    });
    expect(await fills.of('5')).toEqual({ ok: true, value: 'filled' });
  });

  it('are ignored if they are about another kind of option, and are counted as unreadable if they cannot be read', async () => {
    const oddities = new Oddities();
    const fills = new DigitalFills(clock, oddities);
    fills.onOrder(changed(1, 'filled', { instrument_type: 'marginal-forex' }));
    fills.onPosition({
      instrument_type: 'turbo-option',
      raw_event: { digital_options_position_changed1: { order_ids: [1] } },
    });
    fills.onOrder(changed(1, 'filled', { raw_event: {} }));
    const asked = fills.of('1');
    clock.advance(3_000);
    expect(await asked).toEqual({ ok: false, error: 'timeout' });
    expect(oddities.list()).toMatchObject([{ kind: 'unreadable', message: 'order-changed', touchesOrders: true }]);
  });

  it('are no longer awaited after the end of the socket', async () => {
    const fills = new DigitalFills(clock, undefined);
    const asked = fills.of('1');
    fills.onDrop();
    expect(await asked).toEqual({ ok: false, error: 'connection_lost' });
  });

  it('state no reason for a rejection; the adapter reports a lack of funds only if the balance is below the stake', () => {
    const kindOf = (balanceMinor: number | null) =>
      rejectedOrderReply(minorUnits(1_000), balanceMinor === null ? null : minorUnits(balanceMinor));
    expect(kindOf(999)).toMatchObject({ outcome: 'refused', fault: { kind: 'insufficient_funds' } });
    for (const balanceMinor of [1_000, null])
      expect(kindOf(balanceMinor)).toMatchObject({ outcome: 'refused', fault: { kind: 'unknown' } });
  });
});
