import { BrokerClock } from '@vigia/broker-kit/clock';
import { epochMs, err, minorUnits, ok, ratio } from '@vigia/core/kernel';
import { CountingIds, ManualClock, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_CATALOG } from '../assets.ts';
import { iqOptionBroker } from '../index.ts';
import { type IqSimulator, SIMULATED_PASSWORD, startSimulator } from '../simulator/index.ts';
import { Digital } from './digital.ts';

const SYMBOL = 'EURUSD-DIG';
const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);

let drive: ClockDriver;
let simulator: IqSimulator;
let listener: Listener;
let session: ReturnType<typeof open>;

const open = () =>
  iqOptionBroker.open({ kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD }, null, listener, {
    clock: drive.clock,
    rng: new SeededRng(7),
    ids: new CountingIds(),
    log: () => undefined,
    origins: simulator.origins,
  });
const connect = async () =>
  expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
const order = (changes: object = {}) => ({
  orderId: 'o-1',
  accountId: session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '',
  symbol: SYMBOL,
  direction: 'CALL' as const,
  stakeMinor: minorUnits(1_000),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(drive.clock.now() + 60_000),
  ...changes,
});
const listed = () => session.assets().filter(({ symbol }) => symbol.endsWith('-DIG'));

beforeEach(async () => {
  drive = new ClockDriver(START_MS);
  simulator = await startSimulator(drive.clock, 7);
  listener = new Listener(drive.clock);
  session = open();
});
afterEach(async () => {
  await drive.settled('close', session.close('keep'));
  await simulator.stop();
});

describe('the digital assets of a session', () => {
  it('are listed with the other assets, and have durations once a user views them', async () => {
    await connect();
    await drive.until('the assets', () => listed().length > 0);
    expect(listed().map(({ symbol }) => symbol)).toEqual(['EURUSD-DIG', 'GBPUSD-DIG', 'EURUSD-OTC-DIG']);
    expect(listed()[0]?.durationsS).toEqual([]);
    const cancel = session.watch(SYMBOL);
    await drive.until('the durations', () => listed()[0]?.durationsS.join() === '60,300,900');
    // After this time every instrument of the first list has expired.
    await drive.advance(60 * 60_000);
    expect(listed()[0]?.durationsS).toEqual([60, 300, 900]);
    cancel();
  });

  it('are not listed if the platform has switched them off, and no digital positions are requested', async () => {
    simulator.quirks.switchedOff = 'digital-instrument';
    await connect();
    await drive.advance(5_000);
    expect(listed()).toEqual([]);
    expect(await drive.settled('a quote', session.quote(order()))).toMatchObject({ ok: false });
  });

  it('close as soon as the broker reports that their asset is suspended, and open when it is sold again', async () => {
    await connect();
    await drive.until('the assets', () => listed().length > 0);
    const isOpen = () => listed().find(({ symbol }) => symbol === SYMBOL)?.isOpen;
    expect(isOpen()).toBe(true);
    // The adapter reads the list first and then subscribes to changes of the list.
    await drive.advance(3_000);
    simulator.market.setOpen('EURUSD', false);
    await drive.advance(1_000);
    expect(isOpen()).toBe(false);
    expect(listed()).toHaveLength(3);
    expect(await drive.settled('a reply', session.place(order()))).toMatchObject({
      outcome: 'refused',
      fault: { kind: 'market_closed' },
    });
    simulator.market.setOpen('EURUSD', true);
    await drive.advance(1_000);
    expect(isOpen()).toBe(true);
  });

  it('share the prices of their asset: each symbol gets every tick until its watch is cancelled', async () => {
    await connect();
    await drive.until('the assets', () => listed().length > 0);
    const cancels = ['EURUSD', SYMBOL].map((symbol) => session.watch(symbol));
    await drive.advance(10_000);
    const timesOf = (symbol: string) =>
      listener.ticks.filter((tick) => tick.symbol === symbol).map(({ timeMs }) => timeMs);
    expect(timesOf(SYMBOL).length).toBeGreaterThan(3);
    expect(timesOf(SYMBOL).slice(-3)).toEqual(timesOf('EURUSD').slice(-3));
    cancels[0]?.();
    const [before, stopped] = [timesOf(SYMBOL).length, timesOf('EURUSD').length];
    await drive.advance(10_000);
    expect(timesOf(SYMBOL).length).toBeGreaterThan(before);
    expect(timesOf('EURUSD')).toHaveLength(stopped);
    cancels[1]?.();
  });
});

describe('a digital order', () => {
  it('is refused below its lowest accepted payout, and pays according to the ask price of its direction', async () => {
    await connect();
    simulator.market.setPayout('EURUSD', 0.8);
    expect(await drive.settled('a quote', session.quote(order()))).toEqual({ ok: true, value: 0.8 });
    const poor = await drive.settled('a reply', session.place(order({ minPayoutRatio: ratio(0.81) })));
    expect(poor).toMatchObject({ outcome: 'refused', fault: { kind: 'price_moved' } });
    const placed = await drive.settled('a reply', session.place(order({ minPayoutRatio: ratio(0.8) })));
    expect(placed).toMatchObject({
      outcome: 'accepted',
      contract: { contractId: expect.stringMatching(/^digital-\d+$/), payoutRatio: 0.8, symbol: SYMBOL },
    });
    expect(simulator.book.contracts()).toHaveLength(1);
  });
});

describe('digital options at a platform with scripted responses', () => {
  const schedule = [{ open: 0, close: START_MS }];
  const asset = (active_id: number, name: string, is_suspended = false) => ({
    active_id,
    is_suspended,
    name,
    schedule,
  });
  const instrument = {
    asset_id: 76,
    index: 5,
    expiration: Math.floor(START_MS / 60_000) * 60 + 120,
    period: 60,
    deadtime: 30,
    data: ['call', 'put'].map((direction) => ({ direction, strike: 'SPT', symbol: direction })),
  };

  function digitalOf(underlying: readonly object[]): Digital {
    const answers: Readonly<Record<string, object>> = {
      'digital-option-instruments.get-underlying-list': { type: 'digital-option', underlying },
      'digital-option-instruments.get-instruments': { instruments: [instrument] },
    };
    const clock = new ManualClock(START_MS);
    const digital = new Digital({
      client: {
        callForRecords: async ({ name }) => ok(answers[name]),
        callAsOrder: async () => err({ kind: 'unsent' }),
        subscribe: async () => ok(null),
        unsubscribe: async () => ok(null),
      },
      clock,
      serverClock: new BrokerClock(clock),
      catalog: () => EMPTY_CATALOG,
      currencyOf: () => 'USD',
      balanceMinorOf: () => null,
      isRecorded: async () => false,
      onChange: () => undefined,
    });
    digital.readAssets();
    return digital;
  }
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };

  it('are quoted at the lower payout of both directions, for an order of either direction', async () => {
    const digital = digitalOf([asset(76, 'EURUSD-op')]);
    const side = (symbol: string, ask: number) => ({ symbol, ask });
    for (const [callAsk, putAsk] of [
      [50, 62.5],
      [62.5, 50],
    ] as const) {
      const prices = [{ strike: 'SPT', call: side('call', callAsk), put: side('put', putAsk) }];
      const quoted = digital.quote({ accountId: '1', symbol: SYMBOL, direction: 'CALL', durationS: 60 });
      await settled();
      digital.onPrices({ asset_id: 76, instrument_index: 5, prices });
      expect(await quoted).toEqual({ ok: true, value: 0.6 });
      expect(await digital.quote({ accountId: '1', symbol: SYMBOL, direction: 'PUT', durationS: 60 })).toEqual({
        ok: true,
        value: 0.6,
      });
    }
  });

  it('are not sold while their asset is suspended', async () => {
    const digital = digitalOf([asset(76, 'EURUSD-op', true)]);
    const wanted = { accountId: '1', symbol: SYMBOL, direction: 'CALL', durationS: 60 } as const;
    expect(await digital.quote(wanted)).toMatchObject({ ok: false, error: { kind: 'market_closed' } });
  });

  it('stay the options of the active asset, if a change names only the suspended asset of its symbol', async () => {
    const digital = digitalOf([asset(1, 'EURUSD', true), asset(76, 'EURUSD-op')]);
    await settled();
    digital.onUnderlyings({ type: 'digital-option', underlying: [asset(1, 'EURUSD', true)] });
    expect(digital.activeId(SYMBOL)).toBe(76);
    digital.onUnderlyings({ type: 'forex', underlying: [asset(76, 'EURUSD-op', true)] });
    expect(digital.assets().map(({ isOpen }) => isOpen)).toEqual([true]);
    digital.onUnderlyings({ type: 'digital-option', underlying: [asset(76, 'EURUSD-op', true)] });
    expect(digital.assets().map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  it('are the options of the asset that is not suspended, if two assets have the same symbol', async () => {
    for (const underlying of [
      [asset(1, 'EURUSD', true), asset(76, 'EURUSD-op')],
      [asset(76, 'EURUSD-op'), asset(1, 'EURUSD', true)],
    ]) {
      const digital = digitalOf(underlying);
      await settled();
      expect(digital.activeId(SYMBOL)).toBe(76);
    }
  });
});
