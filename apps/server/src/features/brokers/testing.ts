import { randomBytes } from 'node:crypto';
import type {
  Broker,
  BrokerAccount,
  BrokerAsset,
  BrokerCredentials,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerSession,
  BrokerState,
  ConsentTokens,
  PracticeAccount,
} from '@vigia/broker-kit/port';
import { PROOF_HEADER } from '@vigia/contract';
import { type Candle, columnsOf } from '@vigia/core/candles';
import { type EpochMs, err, minorUnits, ok, type Result, ratio } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { ManualClock, SeededRng } from '@vigia/testkit';
import { z } from 'zod';
import { BackgroundWork } from '#platform/background-work.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { writeSealedKeys } from '#platform/crypto/installation-keys.ts';
import { createKeyRing, keyIdOf } from '#platform/crypto/key-ring.ts';
import { createKeyedHash, hashKeyOf } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { sealerKeyOf } from '#platform/crypto/sealer.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createFreshProofs } from '#platform/http/fresh-proof.ts';
import type { Principal } from '#platform/http/principal.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { type AccountSecurityChange, createAccounts, NO_CONNECTIONS, type SecurityNotices } from '../accounts/index.ts';
import { excludeFromRealMoney } from '../accounts/safety/exclusion.repository.ts';
import { BrokerConnections } from './broker-connections.ts';
import { registerBrokerRoutes } from './brokers.routes.ts';
import { BROKER_SESSIONS } from './brokers.ts';
import { FakeConsent } from './consent/testing-consent.ts';

const SITE_URL = 'https://vigia.example';
const START_MS = Date.parse('2026-11-20T14:00:00.000Z');

type Answer = Result<null, BrokerFault>;

export const fault = (kind: BrokerFault['kind'], more: Partial<BrokerFault> = {}): Answer =>
  err({ kind, detail: `the broker says ${kind}`, ...more });

const ASSET: BrokerAsset = {
  symbol: 'EURUSD',
  name: 'EUR/USD',
  type: 'forex',
  decimals: 5,
  isOpen: true,
  durationsS: [60, 300],
  payoutRatio: ratio(0.85),
  stakeLimits: [{ currency: 'USD', minStakeMinor: minorUnits(100), maxStakeMinor: minorUnits(500_000) }],
};

/** A session whose replies the test scripts. */
export class FakeSession implements BrokerSession {
  readonly sales = null;
  readonly credentials: BrokerCredentials;
  readonly resume: string | null;
  readonly listener: BrokerListener;
  readonly deps: BrokerDeps;
  readonly #broker: FakeBroker;
  closed: 'keep' | 'forget' | null = null;
  codes: string[] = [];
  /** Tokens that a renewal has passed to the session, the oldest first. */
  readonly renewed: ConsentTokens[] = [];
  /** Milliseconds by which the broker's clock is ahead of ours; negative if it is behind. */
  offsetMs = -42;
  #state: BrokerState = { status: 'connecting', fault: null };
  #accounts: readonly BrokerAccount[];

  constructor(
    broker: FakeBroker,
    login: { readonly credentials: BrokerCredentials; readonly resume: string | null },
    listener: BrokerListener,
    deps: BrokerDeps,
  ) {
    this.#broker = broker;
    this.credentials = login.credentials;
    this.resume = login.resume;
    this.listener = listener;
    this.deps = deps;
    this.#accounts = broker.accountsOf(login.credentials);
  }

  async connect(): Promise<Answer> {
    return this.#settle(await this.#broker.onConnect(this));
  }
  async answerCode(code: string): Promise<Answer> {
    this.codes.push(code);
    return this.#settle(code === this.#broker.code ? ok(null) : fault(this.#broker.onWrongCode));
  }
  /** Changes the state of the socket and notifies the listener. */
  turn(state: BrokerState): void {
    this.#state = state;
    this.listener.onState(state);
  }
  balance(accounts: readonly BrokerAccount[]): void {
    this.#accounts = accounts;
    this.listener.onAccounts(accounts);
  }
  useTokens(tokens: ConsentTokens): void {
    this.renewed.push(tokens);
  }
  async resetPractice({ accountId }: PracticeAccount): Promise<Answer> {
    this.#broker.resets.push(accountId);
    const answer = this.#broker.onReset;
    if (answer.ok) this.balance(accountsWith(10_000_00));
    return answer;
  }
  state(): BrokerState {
    return this.#state;
  }
  accounts(): readonly BrokerAccount[] {
    return this.#accounts;
  }
  assets(): readonly BrokerAsset[] {
    return [ASSET];
  }
  time() {
    return { offsetMs: this.offsetMs, roundTripMs: 118 };
  }
  async quote() {
    return ok(ratio(0.85));
  }
  async place() {
    return { outcome: 'refused' as const, fault: { kind: 'market_closed' as const, detail: '' } };
  }
  async reconcile() {
    return ok([]);
  }
  follow(): void {}
  watch() {
    return () => undefined;
  }
  async candles(_symbol: string, _timeframeS: number, fromMs: number, toMs: number) {
    return ok(columnsOf(this.#broker.history(fromMs / 1_000, toMs / 1_000)));
  }
  async close(how: 'keep' | 'forget'): Promise<void> {
    this.closed = how;
    this.#state = { status: 'closed' };
  }
  #settle(answer: Answer): Answer {
    if (answer.ok) this.turn({ status: 'connected' });
    return answer;
  }
}

/** A broker whose reply to each login the test sets. */
export class FakeBroker implements Broker {
  readonly id: BrokerId;
  readonly traits;
  /** The OAuth sign-in of a broker that offers it. */
  readonly consent?: FakeConsent;
  readonly sessions: FakeSession[] = [];
  code = '123456';
  /** Reply to a wrong code. */
  onWrongCode: BrokerFault['kind'] = 'auth_invalid';
  /** Ids of the accounts whose balance was to be reset. */
  readonly resets: string[] = [];
  onReset: Answer = ok(null);
  onConnect: (session: FakeSession) => Answer | Promise<Answer> = () => ok(null);
  /** The candles of every asset in a span of epoch seconds. */
  history: (fromTime: number, toTime: number) => readonly Candle[] = () => [];
  accountsOf: (credentials: BrokerCredentials) => readonly BrokerAccount[] = () => accountsWith(10_000_00);

  constructor(id: BrokerId, displayName: string) {
    this.id = id;
    if (id === 'deriv') this.consent = new FakeConsent();
    this.traits = {
      displayName,
      isOfficial: id === 'deriv',
      isExperimental: false,
      forbidsBots: id === 'quotex',
      credentialKinds: id === 'deriv' ? (['api_token'] as const) : (['password', 'browser_session'] as const),
      earlySale: { isOffered: true } as const,
      ...(id !== 'quotex' && { resetsPractice: true as const }),
      onEqualPrices: 'tie' as const,
      priceTimes: 'contract' as const,
      shortestCandleS: 1,
      ...(id === 'iqoption' && { historyPageCandles: 1_000 }),
      domains: [],
      words: { site: 'broker.example', known: 'Permite programas como este.' },
    };
  }

  /** Expiry of every copied session; null if the sessions state none. */
  sessionEndMs: EpochMs | null = null;
  expiryOf(credentials: BrokerCredentials): EpochMs | null {
    return credentials.kind === 'browser_session' ? this.sessionEndMs : null;
  }

  open(credentials: BrokerCredentials, resume: string | null, listener: BrokerListener, deps: BrokerDeps) {
    const session = new FakeSession(this, { credentials, resume }, listener, deps);
    this.sessions.push(session);
    return session;
  }

  /** The session that was opened last. */
  get last(): FakeSession {
    const session = this.sessions.at(-1);
    if (session === undefined) throw new Error(`no session was opened at ${this.id}`);
    return session;
  }
}

export const accountsWith = (demoMinor: number): readonly BrokerAccount[] => [
  { accountId: 'D1', kind: 'demo', currency: 'USD', balanceMinor: minorUnits(demoMinor) },
  { accountId: 'R1', kind: 'real', currency: 'USD', balanceMinor: minorUnits(250_50) },
];

const Body = z.looseObject({
  success: z.boolean().optional(),
  message: z.string().optional(),
  detail: z.string().optional(),
  broker: z.string().nullish(),
  active_broker: z.string().nullish(),
  brokers: z.array(z.unknown()).optional(),
  assets: z.array(z.unknown()).optional(),
  data: z.looseObject({ url: z.string().optional() }).optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

type RunBrokers = BrokerConnections & { run(): Promise<void>; end(): Promise<void> };

/** Starts the feature on a real database. The test controls brokers, clock and randomness. */
export async function startBrokersServer() {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = new ManualClock(START_MS);
  let written = '';
  const log = createLogger('trace', { write: (line) => void (written += line) });
  const masterKey = Buffer.alloc(32, 5);
  const keyRing = createKeyRing(() => [masterKey]);
  await writeSealedKeys(db.sql, keyRing, keyIdOf(masterKey), {
    sealerKey: sealerKeyOf(masterKey),
    hashKey: hashKeyOf(masterKey),
  });
  const keyedHash = createKeyedHash(masterKey);
  const securityLog = createSecurityLog({ clock, keyedHash });
  /** The security changes that were reported to owners, the oldest first. */
  const announced: AccountSecurityChange[] = [];
  const notices: SecurityNotices = { announce: async (_tx, _caller, change) => void announced.push(change) };
  const bus = createInProcessBus(log);
  const background = new BackgroundWork(log);
  const iqoption = new FakeBroker('iqoption', 'IQ Option');
  const quotex = new FakeBroker('quotex', 'Quotex');
  const deriv = new FakeBroker('deriv', 'Deriv');
  /** Client ids of this installation; a test may remove them. */
  const clientIds: Partial<Record<BrokerId, string>> = { deriv: 'vigia' };
  const cluster = createSingleProcessCluster(log);
  /** Creates the connections of one process. It owns all shards between `run` and `end`. */
  const make = (how: Pick<Cluster, 'runShards' | 'fence'> = cluster): RunBrokers => {
    const sessionShards: OwnedShards = new OwnedShards(
      BROKER_SESSIONS,
      { db, cluster: how },
      { start: (shards) => brokers.start(shards), stop: (shards) => brokers.stop(shards) },
    );
    const brokers: BrokerConnections = new BrokerConnections({
      db,
      bus,
      clock,
      log,
      background,
      keyRing,
      securityLog,
      notices,
      calls: createInProcessCalls(log),
      sessionShards,
      ids: randomIds,
      rng: new SeededRng(7),
      catalog: [iqoption, quotex, deriv],
      origins: {},
      consentClients: { clientIds, siteUrl: () => SITE_URL, randomBytes },
      accounts: createAccounts({
        ids: randomIds,
        keyedHash,
        connections: { hasVerified: async (userId, id) => id !== null && brokers.isConnected(userId, id) },
      }),
    });
    return Object.assign(brokers, { run: () => sessionShards.start(), end: () => sessionShards.stop() });
  };
  const brokers = make();
  await brokers.run();
  const principals = new Map<string, Principal>();
  const proofs = createFreshProofs(keyedHash, clock);
  const app = await createHttpApp({
    log,
    clock,
    ids: randomIds,
    trustProxy: false,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
    authenticator: { authenticate: async (token: string) => principals.get(token) ?? 'not_authenticated' },
    proofs,
  });
  registerBrokerRoutes(app, brokers);
  await app.ready();
  const accounts = createAccounts({
    ids: randomIds,
    keyedHash,
    connections: { ...NO_CONNECTIONS, hasVerified: async () => true },
  });

  return {
    db,
    bus,
    clock,
    accounts,
    brokers,
    iqoption,
    quotex,
    deriv,
    clientIds,
    background,
    securityLog,
    announced,
    database,
    make,
    cluster,
    /**
     * Excludes a user from real money.
     * @param untilMs Infinity for a permanent exclusion
     */
    exclude: (userId: string, untilMs: number) =>
      db.transaction((tx) => excludeFromRealMoney(tx, { keyedHash }, { userId, untilMs, nowMs: clock.now() })),
    log: () => written,
    /** Creates a user, a session of that user and its token. */
    async newPerson(how: Partial<Principal> = {}): Promise<{ readonly userId: string; readonly token: string }> {
      const userId = randomIds.next();
      const token = randomIds.next();
      await db.transaction(async (tx) => {
        const email = `${userId}@example.com`;
        await tx`
          INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
          VALUES (${userId}, ${email}, false, now(), now())`;
        const account = { userId, email, phone: null, metadata: {}, isAnonymous: false, nowMs: clock.now() };
        await accounts.openAccount(tx, account);
      });
      principals.set(token, {
        userId,
        sessionId: randomIds.next(),
        isAnonymous: false,
        aal: 'aal1',
        scopes: null,
        ...how,
      });
      return { userId, token };
    },
    /** Sends a request with a re-authentication proof of the user, or without one. */
    async call(
      token: string,
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      body?: object,
      how: 'proved' | 'unproved' = 'proved',
    ) {
      const principal = how === 'proved' ? principals.get(token) : undefined;
      const proof = principal ? proofs.issue(principal).proof : '';
      const answer = await app.inject({
        method,
        url: path.startsWith('/') ? path : `/api/v1/multi-broker/${path}`,
        headers: { authorization: `Bearer ${token}`, [PROOF_HEADER]: proof },
        ...(body && { payload: body }),
      });
      await background.idle();
      return { status: answer.statusCode, headers: answer.headers, text: answer.payload, ...Body.parse(answer.json()) };
    },
    async logged(userId: string): Promise<readonly string[]> {
      return (await securityLog.read(db.sql, userId, { limit: 50 })).toReversed().map(({ kind }) => kind);
    },
    async close() {
      await app.close();
      await brokers.end();
      await background.idle();
      await database.close();
    },
  };
}
