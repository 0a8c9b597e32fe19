import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '#features/trading/testing.ts';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { describeWithNats } from '#platform/nats/testing-describe.ts';
import { openBrokerCluster } from './testing-brokerage.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;
const CONNECT = '/api/v1/multi-broker/connect/iqoption';
const STATUS = '/api/v1/multi-broker/status/iqoption';
const ORDERS = '/api/v1/trading/create-option';
const TRADE = '/api/v1/multi-broker/trade/iqoption';
/** Timeout and interval of the polls, long enough for a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 20 };

describeWithNats('the broker sessions of a server with several processes', () => {
  type Cluster = Awaited<ReturnType<typeof openBrokerCluster>>;
  type Process = Awaited<ReturnType<Cluster['openProcess']>>;
  let cluster: Cluster;
  let api: Process;
  let feed: Process;
  let standby: Process;

  beforeAll(async () => {
    cluster = await openBrokerCluster();
    api = await cluster.openProcess('api');
    feed = await cluster.openProcess('feed');
    standby = await cluster.openProcess('feed');
  }, 60_000);
  afterAll(() => cluster.close());

  const contracts = () => cluster.broker.book.contracts().length;
  const isUp = (process: Process, userId: string) => process.brokers.isConnected(userId, 'iqoption');

  /** Connects a user through the API process. The feed process has the sessions. */
  async function begin() {
    await standby.stop();
    feed.seek();
    const ana = await cluster.newPerson('iqoption_demo');
    await expect.poll(async () => (await api.call(ana.token, 'GET', STATUS)).status, PATIENCE).toBe(200);
    expect(await api.call(ana.token, 'POST', CONNECT, ana.login)).toMatchObject({ status: 200 });
    return {
      ...ana,
      order: (process: Process, key?: string) => process.call(ana.token, 'POST', ORDERS, ORDER, key),
      status: async (process: Process) => (await process.call(ana.token, 'GET', STATUS)).body.connection_status,
    };
  }

  it('are opened in the process that holds their lease, for a request to any process', async () => {
    const { userId, status } = await begin();
    expect([isUp(api, userId), isUp(feed, userId)]).toEqual([false, true]);
    expect([await status(api), await status(standby)]).toEqual(['connected', 'connected']);
    expect(await api.brokers.connectedBrokers(userId)).toEqual(['iqoption']);
  });

  it('place an order once, for requests to any process and for any number of repetitions', async () => {
    const { token, order } = await begin();
    const before = contracts();
    const placed = await order(api, 'one-key');
    expect(placed).toMatchObject({ status: 201, body: { data: { broker: 'iqoption', execution: 'confirmed' } } });
    const again = await order(standby, 'one-key');
    expect(again).toMatchObject({ status: 201, body: { data: { id: placed.body.data.id } } });
    const named = await api.call(token, 'POST', TRADE, { ...ORDER, account_type: 'demo' });
    expect(named).toMatchObject({ status: 201, body: { data: { execution: 'confirmed' } } });
    expect(contracts() - before).toBe(2);
  });

  it('move to the next process if their process is suspended, and later writes of that process are refused', async () => {
    const { userId, order, status } = await begin();
    const before = contracts();
    standby.seek();
    const atMs = performance.now();
    feed.halt.stand();
    await expect.poll(() => isUp(standby, userId), PATIENCE).toBe(true);
    const tookMs = Math.round(performance.now() - atMs);
    process.stdout.write(`the sessions were taken over after ${tookMs} ms\n`);
    expect(isUp(feed, userId)).toBe(true);
    const late = feed.trading.orders.place(actorOf(userId), ORDER, null, { broker: 'iqoption', kind: 'demo' });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect(contracts()).toBe(before);
    feed.halt.goOn();
    await expect.poll(() => isUp(feed, userId), PATIENCE).toBe(false);
    // The process that was suspended takes its share of the shards again, so it is stopped before the order.
    await feed.stop();
    await expect.poll(() => isUp(standby, userId), PATIENCE).toBe(true);
    expect(await status(api)).toBe('connected');
    expect(await order(api)).toMatchObject({ status: 201, body: { data: { execution: 'confirmed' } } });
    expect(contracts() - before).toBe(1);
  });

  it('are reopened immediately after their lease is released, even by the former lease holder', async () => {
    const { userId, status } = await begin();
    standby.seek();
    for (const [from, to] of [
      [feed, standby],
      [standby, feed],
    ] as const) {
      await from.stop();
      await expect.poll(() => isUp(to, userId), PATIENCE).toBe(true);
      expect([isUp(from, userId), await status(api)]).toEqual([false, 'connected']);
      from.seek();
    }
  });

  it('accept no order while no process holds their lease, and paper orders still work', async () => {
    const { userId, order } = await begin();
    const before = contracts();
    await feed.stop();
    expect(await order(api)).toMatchObject({ status: 503, body: { error: { code: 'owner_unreachable' } } });
    expect([contracts() - before, await api.brokers.connectedBrokers(userId)]).toEqual([0, []]);
    const luis = await cluster.newPerson('mock');
    const onPaper = await api.call(luis.token, 'POST', ORDERS, ORDER);
    expect(onPaper).toMatchObject({ status: 201, body: { data: { broker: 'mock' } } });
    // Deriv has no mode, so an order without a broker name goes to the paper account.
    await cluster.db.sql`
      UPDATE user_settings SET chosen_broker = 'deriv', chosen_kind = 'real' WHERE user_id = ${luis.userId}`;
    const unnamed = await api.call(luis.token, 'POST', ORDERS, ORDER);
    expect(unnamed).toMatchObject({ status: 201, body: { data: { broker: 'mock' } } });
  });
});
