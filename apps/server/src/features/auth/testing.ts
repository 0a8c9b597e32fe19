import { randomBytes } from 'node:crypto';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { PROOF_HEADER } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import ws from 'ws';
import { z } from 'zod';
import { ACCOUNT_SECTIONS, createAccounts, NO_CONNECTIONS, registerAccountsRoutes } from '#features/accounts/index.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createSealer, type Sealer } from '#platform/crypto/sealer.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createOutbox, mailAad } from '#platform/mail/postgres-outbox.ts';
import type { Database } from '#platform/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { type Auth, openAuth } from './auth.ts';
import type { AuthDeps } from './auth-context.ts';
import { AUTH_SECTIONS } from './index.ts';

const DAY_MS = 24 * 60 * 60_000;

export const PASSWORD = 'tormenta sobre el lago 7';

/**
 * A server with accounts and auth on loopback, with its database. The test controls its clock, which starts at the real
 * time.
 */
export type AuthServer = ReturnType<typeof callsTo> & {
  readonly url: string;
  readonly auth: Auth;
  readonly bus: Bus;
  readonly clock: ManualClock;
  /** The dependencies of the service, for tests that call a use case directly. */
  readonly deps: AuthDeps;
  readonly database: TestDatabase;
  /** Creates the Supabase client as in a new browser. Its requests carry a re-authentication proof. */
  client(): SupabaseClient;
  /** Creates the Supabase client without a re-authentication proof, like an intruder with a stolen session. */
  unprovedClient(): SupabaseClient;
  /** Opens the auth service as another process with the same database would. */
  reopen(): Promise<Auth>;
  close(): Promise<void>;
};

/** Settings that a test may change. */
export type AuthServerOptions = { readonly emailIntervalMs?: number };

export async function startAuthServer(options: AuthServerOptions = {}): Promise<AuthServer> {
  const database = await createTestDatabase();
  const clock = new ManualClock(systemClock.now());
  const log = createLogger('silent');
  const bus = createInProcessBus(log);
  const masterKey = randomBytes(32);
  const sealer = createSealer(masterKey);
  const keyedHash = createKeyedHash(masterKey);
  let port = 0;
  const site = createSite({ siteUrl: null, host: '127.0.0.1', port: () => port });
  const deps: AuthDeps = {
    db: database.db,
    bus,
    clock,
    ids: randomIds,
    log,
    accounts: createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS }),
    sealer,
    randomBytes,
    site,
    keyedHash,
    outbox: createOutbox({ sealer, clock, ids: randomIds, wake: () => undefined }),
    securityLog: createSecurityLog({ clock, keyedHash }),
    background: new BackgroundWork(log),
    isHosted: false,
    brokerName: (id) => id,
    emailIntervalMs: options.emailIntervalMs ?? 0,
    sessionLimits: { reuseIntervalMs: durationMs(10_000), idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS },
  };
  const auth = await openAuth(deps);
  const { authenticator, publishableKey } = auth;
  const app = await createHttpApp({
    log,
    ids: randomIds,
    clock,
    site,
    authenticator,
    proofs: auth.proofs,
    trustProxy: 'loopback',
  });
  registerAuthRoutes(app, auth);
  registerAccountsRoutes(app, {
    db: database.db,
    clock,
    ids: randomIds,
    authenticator,
    publishableKey,
    keyedHash,
    securityLog: deps.securityLog,
    connections: NO_CONNECTIONS,
    notices: auth.notices,
    exportSections: [...AUTH_SECTIONS, ...ACCOUNT_SECTIONS],
    bus,
    people: auth.people,
    hasActiveRealTrade: async () => false,
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const url = site.url();
  const proofOf = (token: string): string => {
    const { sub, session_id } = claimsOf(token);
    return auth.proofs.issue({ userId: sub, sessionId: session_id }).proof;
  };
  const client = () => browserClient(url, publishableKey, provedFetch(proofOf));
  const mails = () => readMails(database.db, sealer);
  return {
    ...callsTo({ url, publishableKey, client, mails, proofOf }),
    deps,
    url,
    auth,
    bus,
    clock,
    database,
    client,
    unprovedClient: () => browserClient(url, publishableKey, fetch),
    reopen: () => openAuth(deps),
    async close() {
      auth.stop();
      await app.close();
      await database.close();
    },
  };
}

/** Creates the Supabase client with the options of the web app and a WebSocket class, which Node 20 lacks. */
const browserClient = (url: string, key: string, fetch: typeof globalThis.fetch): SupabaseClient =>
  createClient(url, key, {
    auth: { flowType: 'pkce', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    // The library expects the browser's WebSocket type, to which the type of ws is not assignable.
    realtime: { transport: ws as never },
  });

/**
 * Paths whose requests carry a re-authentication proof by default. Requests to `/user` carry none, because their tests
 * send their own evidence.
 */
const PROVED = /^\/(?:auth\/v1\/factors|api\/v1\/account)/;

const provedFetch =
  (proofOf: (token: string) => string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length) ?? '';
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (PROVED.test(pathname) && token.includes('.')) headers.set(PROOF_HEADER, proofOf(token));
    return fetch(input, { ...init, headers });
  };

type Call = {
  readonly method?: string;
  readonly body?: string;
  readonly token?: string;
  /** Null sends the request without a re-authentication proof. */
  readonly proof?: null;
  /** Publishable key; null sends the request without an `apikey` header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly redirect?: 'manual';
};

type CallsDeps = {
  readonly url: string;
  readonly publishableKey: string;
  readonly client: () => SupabaseClient;
  readonly mails: () => Promise<readonly SentMail[]>;
  /** Returns a re-authentication proof for the session of an access token. */
  readonly proofOf: (token: string) => string;
};

/** Returns functions that send requests to a server, with or without the Supabase client. */
function callsTo({ url, publishableKey, client, mails, proofOf }: CallsDeps) {
  let people = 100;
  const freshEmail = () => `persona${(people += 1)}@example.com`;
  const call = (path: string, { token, proof, key, headers, ...init }: Call = {}): Promise<Response> =>
    globalThis.fetch(url + path, {
      ...init,
      headers: {
        ...(key !== null && { apikey: key ?? publishableKey }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(token?.includes('.') && proof !== null && PROVED.test(path) && { [PROOF_HEADER]: proofOf(token) }),
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    call(path, { method: 'POST', body: JSON.stringify(body), headers });
  const lastMail = async (email: string, kind?: string) =>
    assertFound((await mails()).findLast((mail) => mail.to === email && (kind === undefined || mail.kind === kind)));
  /** Follows a link as a browser would. Returns the status and the URL to which the response redirects. */
  const follow = async (link: string) => {
    const answer = await fetch(link, { redirect: 'manual' });
    return { status: answer.status, location: new URL(assertFound(answer.headers.get('location'))) };
  };
  return {
    proofOf,
    freshEmail,
    call,
    post,
    mails,
    lastMail,
    follow,
    refreshRaw: (token: string) => post('/auth/v1/token?grant_type=refresh_token', { refresh_token: token }),
    /** Returns the HTTP status of a request to a protected route under /api with this access token. */
    modeStatus: async (token: string) => (await call('/api/v1/trading/mode/current', { token })).status,
    /** Signs a new user up in a new browser and follows the link in the mail. */
    async newPerson(data: Record<string, unknown> = {}) {
      const browser = client();
      const email = freshEmail();
      const asked = await browser.auth.signUp({ email, password: PASSWORD, options: { data } });
      if (asked.error) throw asked.error;
      const { location } = await follow((await lastMail(email)).link);
      const answer = await browser.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
      if (answer.error) throw answer.error;
      return { email, client: browser, session: answer.data.session, id: answer.data.user.id };
    },
    /** Signs a user in, in another new browser. */
    async signIn(email: string, password = PASSWORD): Promise<{ client: SupabaseClient; session: Session }> {
      const browser = client();
      const answer = await browser.auth.signInWithPassword({ email, password });
      if (answer.error) throw answer.error;
      return { client: browser, session: answer.data.session };
    },
  };
}

/** A mail as its recipient sees it. */
export type SentMail = {
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first link to this service in the mail; empty if there is none. */
  readonly link: string;
  readonly token: string;
  /** The six digits in the mail; empty if there are none. */
  readonly digits: string;
  /** The token of the link 'No fui yo' in the mail; empty if there is none. */
  readonly undo: string;
};

const Content = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }).nullable();

/** Returns all mails in the outbox table that have a recipient, oldest first. */
async function readMails({ sql }: Database, sealer: Sealer): Promise<readonly SentMail[]> {
  const rows = await sql<{ id: string; kind: string; sealed: Buffer }[]>`
    SELECT id, kind, sealed FROM mail_outbox WHERE sealed IS NOT NULL ORDER BY created_at, ctid`;
  return rows.flatMap(({ id, kind, sealed }) => {
    const mail = Content.parse(JSON.parse(sealer.open(sealed, mailAad(id)).toString()));
    if (mail === null) return [];
    const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail.text)?.[0] ?? '';
    const token = link && assertFound(new URL(link).searchParams.get('token'));
    const undo = /\/no-fui-yo#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    return [{ ...mail, kind, link, token, undo, digits: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '' }];
  });
}

export function assertFound<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('expected a value');
  return value;
}

const Answer = z.looseObject({
  code: z.union([z.string(), z.number()]).optional(),
  error_code: z.string().optional(),
  error: z.looseObject({ code: z.string() }).optional(),
  access_token: z.string().default(''),
  refresh_token: z.string().default(''),
  keys: z.array(z.record(z.string(), z.unknown())).default([]),
  data: z.unknown().optional(),
});

/** Returns the body of a response, with the fields that tests read. */
export const jsonOf = async (answer: Response | Promise<Response>): Promise<z.output<typeof Answer>> =>
  Answer.parse(await (await answer).json());

const Claims = z.looseObject({
  sub: z.string(),
  session_id: z.string(),
  iat: z.number(),
  exp: z.number(),
  amr: z.unknown(),
});

/** Returns the payload of a JWT without verifying it. */
export const claimsOf = (token: string): z.output<typeof Claims> => Claims.parse(decodePart(token, 1));

/** Returns the header of a JWT without verifying it. */
export const headerOf = (token: string) => z.looseObject({ kid: z.string() }).parse(decodePart(token, 0));

const decodePart = (token: string, part: 0 | 1): unknown =>
  JSON.parse(Buffer.from(assertFound(token.split('.')[part]), 'base64url').toString());
