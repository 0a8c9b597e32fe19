import { SIMULATED_PASSWORD, startSimulator } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { BrokersStatusResponse } from '@vigia/contract';
import type { Sql } from '@vigia/server/testing';
import { checkContracts, checkOrders, type Finding } from '@vigia/testkit/invariants';
import { PASSWORD_HASH, type Person, proofHeaders, sendChange } from '../harness/people.ts';
import type { LoadClients } from './load-clients.ts';
import { machineClock } from './machine-clock.ts';

const SEED = 20_261_126;
const BROKER = 'iqoption';
const ANSWER_WITHIN_MS = 2_000;

/**
 * Starts a simulated IQ Option in the process of the fault tests, so that its order book survives every fault of the
 * cluster.
 */
export const startBroker = (): Promise<BrokerSimulator> => startSimulator(machineClock, SEED);

/** Returns the value of the setting `BROKER_ORIGINS` for this broker. */
export const originsOf = ({ origins }: BrokerSimulator): string => JSON.stringify({ [BROKER]: origins });

/** Returns the credentials of a user at the simulated broker. */
export const loginOf = ({ userId }: Pick<Person, 'userId'>) => ({
  email: `${userId}@example.com`,
  password: SIMULATED_PASSWORD,
});

/**
 * Turns demo users into registered users with an email address, because only registered users may connect to a broker.
 */
export async function registerDemoUsers(sql: Sql, people: readonly Person[]): Promise<void> {
  await sql`
  UPDATE auth_users SET is_anonymous = false, email = id || '@example.com', email_confirmed_at = now(),
         password_hash = ${PASSWORD_HASH}
  WHERE id = ANY(${people.map(({ userId }) => userId)}::uuid[])`;
}

/** Connects users to the broker. From then on their orders go to their demo accounts there. */
export async function connectUsersToBroker(apiUrl: string, sql: Sql, people: readonly Person[]): Promise<void> {
  await registerDemoUsers(sql, people);
  for (const person of people) {
    const path = `/api/v1/multi-broker/connect/${BROKER}`;
    const connect = async () => sendChange(apiUrl, person, path, loginOf(person), await proofHeaders(apiUrl, person));
    // The first request may reach a process that is just losing the user's session shard, so one retry follows.
    await connect().catch(connect);
    await sendChange(apiUrl, person, '/api/v1/trading/mode/switch', { mode: 'iqoption_demo' });
  }
}

/** Returns a description of each user whose broker session is not connected. */
export async function disconnectedUsers(apiUrl: string, people: readonly Person[]): Promise<readonly string[]> {
  const states = await Promise.all(people.map((person) => stateOf(apiUrl, person).catch(String)));
  return states.flatMap((state, index) =>
    state === 'connected' ? [] : [`the broker session of ${people[index]?.userId} is ${state}`],
  );
}

async function stateOf(apiUrl: string, { token }: Person): Promise<string> {
  const answer = await fetch(`${apiUrl}/api/v1/multi-broker/status`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (answer.status !== 200) return `unknown (${answer.status})`;
  const { brokers } = BrokersStatusResponse.parse(await answer.json());
  return brokers.find(({ broker }) => broker === BROKER)?.connection_status ?? 'missing';
}

/**
 * Compares the broker's order book with the clients' orders. Every acknowledged order must be in the book, and every
 * option contract in the book must belong to exactly one order.
 */
export async function checkBroker(
  sql: Sql,
  { book }: BrokerSimulator,
  { attempts }: LoadClients,
): Promise<{ readonly doubled: number; readonly lost: number; readonly findings: readonly Finding[] }> {
  // A refused order may still have a trade in the database, because the server stores the trade before it sends the
  // order.
  const accepted = attempts.flatMap(({ person: { userId }, key, outcome }) =>
    outcome.kind === 'accepted' ? [{ userId, key, tradeId: outcome.option.id }] : [],
  );
  const orders = await checkOrders(sql, accepted);
  const booked = book
    .contracts()
    .map(({ contractId, result }) => ({ contractId, profitMinor: result?.profitMinor ?? null }));
  const contracts = await checkContracts(sql, BROKER, booked);
  const orphans = contracts.filter(({ what }) => what.startsWith('contract '));
  return { doubled: orders.double + orphans.length, lost: orders.lost, findings: [...orders.findings, ...contracts] };
}
