import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeWithNats } from '#platform/nats/testing-describe.ts';
import { openBrokerCluster } from './testing-brokerage.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;
const CONNECT = '/api/v1/multi-broker/connect/iqoption';
const STATUS = '/api/v1/multi-broker/status/iqoption';
const ORDERS = '/api/v1/trading/create-option';
/** Timeout and interval of the polls, long enough for a busy machine. */
const PATIENCE = { timeout: 40_000, interval: 20 };
/** Number of users. It is large enough that the shards of both processes certainly have some. */
const PEOPLE = 16;

describeWithNats('broker sessions over several processes', () => {
  type Cluster = Awaited<ReturnType<typeof openBrokerCluster>>;
  type Process = Awaited<ReturnType<Cluster['openProcess']>>;
  type Person = Awaited<ReturnType<Cluster['newPerson']>>;
  let cluster: Cluster;
  let api: Process;
  let first: Process;
  let second: Process;
  let people: Person[];

  beforeAll(async () => {
    cluster = await openBrokerCluster();
    api = await cluster.openProcess('api');
    first = await cluster.openProcess('feed');
    second = await cluster.openProcess('feed');
    people = [];
    first.seek();
    for (let count = 0; count < PEOPLE; count += 1) {
      const person = await cluster.newPerson('iqoption_demo');
      const { token, login } = person;
      people.push(person);
      await vi.waitUntil(async () => (await api.call(token, 'GET', STATUS)).status === 200, PATIENCE);
      const { status } = await api.call(token, 'POST', CONNECT, login);
      if (status !== 200) throw new Error(`the connection was refused with ${status}`);
    }
  }, 180_000);
  afterAll(() => cluster.close());

  const holdersOf = ({ userId }: Person) =>
    [first, second].filter(({ brokers }) => brokers.isConnected(userId, 'iqoption'));
  /** Returns true if each user has exactly one session, in the process with their shard. */
  const areShared = () =>
    people.every((person) => holdersOf(person).length === 1 && holdersOf(person)[0]?.has(person.userId));
  /** Moves all sessions to the first process. */
  const allInFirst = async () => {
    first.seek();
    await second.stop();
    await expect.poll(() => [first.sessions(), second.sessions()], PATIENCE).toEqual([PEOPLE, 0]);
  };
  const contracts = () => cluster.broker.book.contracts().length;

  it('are divided among the processes when one joins, and return to the others when that process leaves', async () => {
    await allInFirst();
    second.seek();
    await expect.poll(() => second.sessions(), PATIENCE).toBeGreaterThan(0);
    await expect.poll(areShared, PATIENCE).toBe(true);
    expect(first.sessions()).toBeGreaterThan(0);
    for (const { token } of people) {
      const { body } = await api.call(token, 'GET', STATUS);
      expect(body.connection_status).toBe('connected');
    }
    await second.stop();
    await expect.poll(() => [first.sessions(), second.sessions()], PATIENCE).toEqual([PEOPLE, 0]);
  }, 120_000);

  it('let the broker’s records decide a pending order when they move, and never send this order twice', async () => {
    const [person] = people;
    if (person === undefined) throw new Error('there are users');
    await allInFirst();
    const before = contracts();
    cluster.broker.script.nextOrders({ kind: 'no_ack' });
    const placed = api.call(person.token, 'POST', ORDERS, ORDER, 'in-flight');
    await expect.poll(contracts, PATIENCE).toBe(before + 1);
    second.seek();
    await first.stop();
    expect((await placed).status).not.toBe(500);
    const trade = async () => {
      const rows = await cluster.db.sql<{ execution: string }[]>`
        SELECT execution FROM trades WHERE user_id = ${person.userId}`;
      return rows.map(({ execution }) => execution);
    };
    await expect.poll(trade, PATIENCE).toEqual(['confirmed']);
    const again = await api.call(person.token, 'POST', ORDERS, ORDER, 'in-flight');
    expect(again).toMatchObject({ status: 201, body: { data: { execution: 'confirmed' } } });
    expect(contracts()).toBe(before + 1);
  }, 120_000);

  it('count the attempts at a login together in all processes', async () => {
    await allInFirst();
    second.seek();
    await expect.poll(() => second.sessions(), PATIENCE).toBeGreaterThan(0);
    await expect.poll(areShared, PATIENCE).toBe(true);
    const login = { email: 'compartida@example.com', password: 'una clave que no es' };
    const guess = async ({ token }: Person) => (await api.call(token, 'POST', CONNECT, login)).body.error.code;
    const newcomerOf = async (process: Process): Promise<Person> => {
      const person = await cluster.newPerson('mock');
      return process.has(person.userId) ? person : newcomerOf(process);
    };
    const [here, there] = [await newcomerOf(first), await newcomerOf(second)];
    const codes: string[] = [];
    for (let tries = 0; tries < 4; tries += 1) codes.push(await guess(here), await guess(there));
    expect(codes).toEqual(Array<string>(8).fill('broker_auth_invalid'));
    expect([await guess(here), await guess(there)]).toEqual(['broker_throttled', 'broker_throttled']);
  }, 120_000);
});
