import { SIMULATED_PASSWORD } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { demoMarket } from '@vigia/core/market-model';
import { verify } from '@vigia/server';
import type { Sql } from '@vigia/server/testing';
import {
  checkCandles,
  checkLedger,
  checkLimits,
  checkLives,
  checkOrders,
  checkSeals,
  checkSettlements,
  checkSignals,
  type Finding,
  findings,
  type OrderReply,
} from '@vigia/testkit/invariants';
import { MARKET_SEED } from '../harness/market.ts';
import { UNKNOWN_FORMAT_CODE } from '../harness/people.ts';
import { checkBroker } from './broker-people.ts';
import type { FaultRecovery } from './cluster-faults.ts';
import { residentMb } from './cost.ts';
import { lastDenseTick } from './dense-market.ts';
import type { Listener } from './listener.ts';
import { type LoadClients, MAX_OPEN_TRADES_PER_USER } from './load-clients.ts';
import type { LocalCluster } from './local-cluster.ts';
import { logFindings } from './log-findings.ts';
import { socketFindings } from './socket-findings.ts';

const MINUTE_MS = 60_000;
const RESIDENT_MAX_MB = 400;
const UNLIMITED = { maxStakeMinor: null, dailyLossLimitMinor: null, dailyTradeLimit: null } as const;

export type PlayedRun = {
  readonly cluster: LocalCluster;
  readonly sql: Sql;
  readonly clients: LoadClients;
  /** The clients that trade at the broker, and the simulated broker with its order book. */
  readonly brokerClients: LoadClients;
  readonly broker: BrokerSimulator;
  readonly listener: Listener;
  /** The signals that were published before the first fault, each with its chain hash. */
  readonly seals: ReadonlyMap<string, string>;
  readonly startMs: number;
  readonly outcomes: readonly FaultRecovery[];
};

/** The violations found, by the name of the invariant. */
export type Verdict = ReadonlyMap<string, readonly Finding[]>;

/**
 * Checks every invariant after the load and the faults have ended. Reads the database, the HTTP responses, the sockets,
 * the logs and the market.
 */
export async function judgeCluster(played: PlayedRun): Promise<Verdict> {
  const { sql, clients, brokerClients, listener, seals, startMs } = played;
  const orders = await checkOrders(sql, repliesOf(clients));
  const atBroker = await checkBroker(sql, played.broker, brokerClients);
  const people = [...clients.people, ...brokerClients.people];
  const limits = people.map(({ userId }) => ({ ...UNLIMITED, userId, maxConcurrentTrades: MAX_OPEN_TRADES_PER_USER }));
  const fromTime = Math.ceil(startMs / MINUTE_MS) * 60;
  return new Map([
    ['one key, one trade; none that was acknowledged is lost', orders.findings],
    ['one order, one contract at the broker; none is doubled or lost', atBroker.findings],
    ['every client learns the outcome of its order', [...answerFindings(clients), ...answerFindings(brokerClients)]],
    ['every trade has one life and one ending', await checkLives(sql)],
    [
      'every trade is settled at its price',
      await checkSettlements(sql, { market: demoMarket(MARKET_SEED), lastTick: lastDenseTick }),
    ],
    ['nothing stays open', await openFindings(sql)],
    ['the ledger adds up', await checkLedger(sql)],
    ['limits hold', await checkLimits(sql, limits)],
    ['candles are the market’s', await checkCandles(sql, { market: demoMarket(MARKET_SEED), fromTime })],
    ['what was published stays', await checkSeals(sql, seals)],
    ['no signal is doubled, and one trade a signal', [...(await doubledSignals(sql)), ...(await checkSignals(sql))]],
    ['signals are sealed and derive again', await sealFindings(played.cluster)],
    ['sockets have no gaps', await socketFindings(sql, listener.sockets)],
    ['logs explain themselves and hold no secret', logsFindings(played)],
    ['memory is bounded', memoryFindings(played.cluster)],
  ]);
}

const repliesOf = ({ attempts }: LoadClients): readonly OrderReply[] =>
  attempts.flatMap(({ person: { userId }, key, outcome }): OrderReply[] => {
    if (outcome.kind === 'unknown') return [];
    return [{ userId, key, tradeId: outcome.kind === 'accepted' ? outcome.option.id : null }];
  });

function answerFindings({ attempts }: LoadClients): readonly Finding[] {
  const bad = attempts.filter(
    ({ outcome }) =>
      outcome.kind === 'unknown' ||
      (outcome.kind === 'refused' && [UNKNOWN_FORMAT_CODE, 'internal_error'].includes(outcome.code)),
  );
  return findings(
    'I11',
    bad.map(
      ({ key, outcome }) =>
        `order ${key} was answered ${'code' in outcome ? `${outcome.code}: ${outcome.message}` : ''}`,
    ),
  );
}

async function openFindings(sql: Sql): Promise<readonly Finding[]> {
  const open = await sql<{ id: string }[]>`SELECT id FROM trades WHERE status = 'active'`;
  return findings(
    'I2',
    open.map(({ id }) => `trade ${id} is open long after its expiry`),
  );
}

async function doubledSignals(sql: Sql): Promise<readonly Finding[]> {
  const doubled = await sql<{ what: string }[]>`
    SELECT strategy_id || ' at ' || entry_time_ms AS what FROM strategy_signals
    GROUP BY strategy_id, entry_time_ms HAVING count(*) > 1`;
  return findings(
    'I6',
    doubled.map(({ what }) => `${what} was signalled twice`),
  );
}

/**
 * Runs the checks of `vigia verify`: compares every fact with its leaf in the evidence log, verifies each hash chain of
 * signals, and recomputes every signal from the stored candles.
 */
async function sealFindings({ folder, databaseUrl, masterKey }: LocalCluster): Promise<readonly Finding[]> {
  Object.assign(process.env, { DATABASE_URL: databaseUrl, VIGIA_MASTER_KEY: masterKey, VIGIA_DATA_DIR: folder });
  const { log, trades, owners } = await verify({ since: null, setupId: null });
  const faulty = owners.filter(
    ({ fault, derivations }) => fault !== null || derivations.some(({ kind }) => kind === 'differs'),
  );
  return findings('I6', [
    ...faulty.map((owner) => `signals of ${owner.automation} ${owner.id}: ${JSON.stringify(owner)}`),
    ...log.faults.map((fault) => `the evidence log: ${JSON.stringify(fault)}`),
    ...trades.map(({ id }) => `the row of trade ${id} differs from its last event`),
  ]);
}

function logsFindings({ cluster, clients, brokerClients, outcomes }: PlayedRun): readonly Finding[] {
  const secrets = secretsOf(cluster, [...clients.people, ...brokerClients.people]);
  return cluster.members.flatMap(({ name, log }) => [
    ...logFindings(name, log, outcomes),
    ...findings(
      'I12',
      secrets.filter(({ text }) => log.includes(text)).map((secret) => `the log of ${name} holds ${secret.name}`),
    ),
  ]);
}

function secretsOf({ masterKey, databaseUrl, nats }: LocalCluster, people: LoadClients['people']) {
  return [
    { name: 'the master key', text: masterKey },
    { name: 'the password of the database', text: decodeURIComponent(new URL(databaseUrl).password) },
    { name: 'the password at the broker', text: SIMULATED_PASSWORD },
    ...(nats === null ? [] : [{ name: 'the password of NATS', text: nats.password }]),
    ...people.flatMap(({ userId, token, refresh }) => [
      { name: `the access token of ${userId}`, text: token },
      { name: `the refresh token of ${userId}`, text: refresh },
    ]),
  ];
}

function memoryFindings({ members }: LocalCluster): readonly Finding[] {
  const used = members.map(({ name, pid }) => ({ name, residentMb: residentMb(pid) }));
  return findings(
    'I11',
    used
      .filter(({ residentMb: mb }) => mb > RESIDENT_MAX_MB)
      .map(({ name, residentMb: mb }) => `${name} occupies ${mb} MiB`),
  );
}
