import type { BrokerAsset, FeedTick } from '@vigia/broker-kit/port';
import { columnsOf } from '@vigia/core/candles';
import { err, ok } from '@vigia/core/kernel';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { SHARDS, shardOf } from '#platform/cluster/shards.ts';
import { BROKER_TICK, type Brokers } from '../../brokers/index.ts';
import { CARRIED_TICK_TOPIC } from './carried-prices.ts';
import { PriceCarrier } from './price-carrier.ts';
import { RemotePriceSessions } from './remote-price-sessions.ts';
import { TestNetwork } from './testing-network.ts';

const [ANA, LUIS] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000003'] as const;
const BROTHERS: ReadonlySet<string> = new Set([ANA, LUIS]);
type ActiveConnection = NonNullable<ReturnType<Brokers['connectionOf']>>;

const EURUSD = { symbol: 'EURUSD', isOpen: true } as BrokerAsset;
const CANDLE = { time: 60, open: 1, high: 2, low: 1, close: 2 };
const tickAt = (timeMs: number): FeedTick => ({ symbol: 'EURUSD', timeMs, price: 1.1, backfilled: false });

/** A broker session whose state and ticks the test controls. */
class ScriptedSession {
  isUp = true;
  readonly watched: (readonly [symbol: string, afterMs: number | undefined])[] = [];
  readonly ended: string[] = [];
  candlesOf = (): unknown => ok(columnsOf([CANDLE]));

  asConnection(): ActiveConnection {
    const session = {
      state: () => ({ status: this.isUp ? 'connected' : 'connecting', fault: null }),
      assets: () => [EURUSD],
      watch: (symbol: string, afterMs?: number) => {
        this.watched.push([symbol, afterMs]);
        return () => void this.ended.push(symbol);
      },
      candles: async () => this.candlesOf(),
    };
    // The cast is safe, because a carrier calls only these methods of a session.
    return { broker: {}, session } as unknown as ActiveConnection;
  }
}

describe('the prices of a broker', () => {
  let clock: ManualClock;
  let network: TestNetwork;
  let bus: Bus;
  let log: RemotePriceSessions;
  let carrier: PriceCarrier;
  let received: FeedTick[];
  let sessions: Map<string, { readonly scripted: ScriptedSession; readonly connection: ActiveConnection }>;

  const connect = (userId: string): ScriptedSession => {
    const scripted = new ScriptedSession();
    sessions.set(userId, { scripted, connection: scripted.asConnection() });
    return scripted;
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const renewed = async (): Promise<void> => {
    clock.advance(1_000);
    await settled();
  };
  const publish = (userId: string, tick: FeedTick) => bus.publish(BROKER_TICK, { userId, brokerId: 'iqoption', tick });
  const found = async () => {
    const session = await log.find('iqoption', BROTHERS);
    if (session === null) throw new Error('a session is connected');
    return session;
  };

  beforeEach(() => {
    clock = new ManualClock(0);
    network = new TestNetwork();
    sessions = new Map();
    received = [];
    bus = network.bus('sessions');
    const brokers = { connectionOf: (userId: string) => sessions.get(userId)?.connection ?? null };
    carrier = new PriceCarrier({ bus, calls: network.calls('sessions'), clock, brokers });
    carrier.start(SHARDS);
    log = new RemotePriceSessions({
      bus: network.bus('log'),
      calls: network.calls('log'),
      clock,
      ids: new CountingIds(),
    });
    log.start(({ tick }) => received.push(tick));
  });

  it('reach the market log from a session in another process, starting after the last tick that the log has', async () => {
    const session = connect(ANA);
    const carried = await found();
    expect([carried.userId, carried.session.assets()]).toEqual([ANA, [EURUSD]]);
    carried.session.watch('EURUSD', 41);
    await settled();
    expect(session.watched).toEqual([['EURUSD', 41]]);
    bus.publish(CARRIED_TICK_TOPIC, {
      carryId: 'of an earlier log',
      seq: 0,
      userId: ANA,
      brokerId: 'iqoption',
      tick: tickAt(40),
    });
    publish(ANA, tickAt(42));
    publish(LUIS, tickAt(43));
    expect(received).toEqual([tickAt(42)]);
    expect(await carried.session.candles('EURUSD', 60, 0, 60_000)).toEqual(ok(columnsOf([CANDLE])));
    session.candlesOf = () => err({ kind: 'network', detail: 'away' });
    expect(await carried.session.candles('EURUSD', 60, 0, 60_000)).toMatchObject({ ok: false });
  });

  it('do not come from sessions of users who do not see these prices', async () => {
    connect(ANA);
    expect(await log.find('iqoption', new Set([LUIS]))).toBeNull();
  });

  it('continue through another session when the current one disconnects', async () => {
    const session = connect(ANA);
    await found();
    expect(log.at('iqoption', BROTHERS).map(({ userId }) => userId)).toEqual([ANA]);
    session.isUp = false;
    connect(LUIS);
    await renewed();
    expect(log.at('iqoption', BROTHERS)).toEqual([]);
    await settled();
    expect(log.at('iqoption', BROTHERS).map(({ userId }) => userId)).toEqual([LUIS]);
  });

  it('are requested again from the last known tick after a loss, even if no later tick shows the gap', async () => {
    connect(ANA);
    (await found()).session.watch('EURUSD');
    await settled();
    network.loses = () => true;
    publish(ANA, tickAt(1));
    network.loses = () => false;
    publish(ANA, tickAt(2));
    expect([received, log.at('iqoption', BROTHERS)]).toEqual([[], []]);
    await settled();
    (await found()).session.watch('EURUSD');
    await settled();
    network.loses = () => true;
    publish(ANA, tickAt(3));
    network.loses = () => false;
    await renewed();
    expect(log.at('iqoption', BROTHERS)).toHaveLength(1);
    await renewed();
    expect(log.at('iqoption', BROTHERS)).toEqual([]);
  });

  it('are no longer watched when the process with the market log is gone or uses another session', async () => {
    const session = connect(ANA);
    const cancel = (await found()).session.watch('EURUSD');
    await settled();
    cancel();
    await renewed();
    expect(session.ended).toEqual(['EURUSD']);
    (await found()).session.watch('EURUSD');
    await settled();
    network.cutOff.add('log');
    for (let second = 0; second < 7; second += 1) await renewed();
    expect(session.ended).toEqual(['EURUSD', 'EURUSD']);
  });

  it('are not sent to the market log for a shard that this process no longer runs', async () => {
    connect(ANA);
    (await found()).session.watch('EURUSD');
    await settled();
    carrier.stop([shardOf(ANA)]);
    await renewed();
    expect(log.at('iqoption', BROTHERS)).toEqual([]);
    await settled();
    expect(await log.find('iqoption', BROTHERS)).toBeNull();
  });
});
