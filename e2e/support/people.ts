import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { VigiaClient } from '@vigia/client';
import { PROOF_HEADER, RECOVERY_CODES_HEADER } from '@vigia/contract';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { DrivenServer } from './driven-server.ts';
import { mailTo, SUBJECT } from './mailbox.ts';
import { SIMULATED_BROKER_IDS } from './simulated-brokers.ts';

export const PASSWORD = 'Un faro en la niebla 42';

/** The server sends at most one mail to an address in this time, in milliseconds. */
const MAIL_INTERVAL_MS = 60_000;

/** The local storage key under which the app keeps its session. */
const STORAGE_KEY = 'vigia-auth';

const Session = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.looseObject({ id: z.string() }),
});
export type Session = z.infer<typeof Session>;

const Given = z.object({ data: z.object({ proof: z.string() }) });
/** Paths of requests that need a re-authentication proof. Tests send such requests to prepare their data. */
const NEEDS_PROOF = /\/account\/bot-tokens$|\/multi-broker\/connect\//;

const Factor = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) });
const Challenge = z.object({ id: z.string() });

export type Person = { readonly email: string; readonly session: Session };

/** A user whose session has passed the second factor. */
export type ProtectedPerson = Person & {
  readonly authenticator: Authenticator;
  readonly recoveryCodes: readonly string[];
};

export type Names = { readonly username?: string; readonly first_name?: string; readonly last_name?: string };

/**
 * Returns a new address that no other test uses.
 * @param name in plain letters
 */
export const freshEmail = (name: string): string => `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@correo.example`;

type Sender = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };

/** Creates the users and the data of an end-to-end test through the routes of the server. */
export class People {
  readonly #server: DrivenServer;
  readonly #sessions: Session[] = [];
  /** The authenticator app of each session that has passed the second factor, by access token. */
  readonly #authenticators = new Map<string, Authenticator>();

  constructor(server: DrivenServer) {
    this.#server = server;
  }

  /**
   * Disconnects the users of this test from all brokers. If a broker continued to deliver prices to a user, each minute
   * of the server's time would take ten times longer in all later tests.
   */
  async leaveBrokers(): Promise<void> {
    for (const session of this.#sessions) {
      for (const id of SIMULATED_BROKER_IDS) {
        if (!this.#server.isInUse(id)) continue;
        // An ended session cannot disconnect its user. The user has another session, or none.
        const left = this.api(`/api/v1/multi-broker/disconnect/${id}`, session, {}).catch(() => null);
        await this.#server.creep(left);
      }
    }
  }

  /**
   * Creates an account with a confirmed address. Advances the clock so that the server may send another mail to the
   * address at once.
   */
  async confirmed(name: string, names: Names = {}): Promise<Person> {
    const email = await this.unconfirmed(name, names);
    const { digits } = await mailTo(this.#server, email, SUBJECT.confirm);
    const session = await this.#post('/auth/v1/verify', { type: 'signup', email, token: digits });
    await this.#server.leap(MAIL_INTERVAL_MS);
    return { email, session: this.#remembered(session) };
  }

  /**
   * Registers a user who does not open the link in the mail.
   * @returns the address
   */
  async unconfirmed(name: string, names: Names = {}): Promise<string> {
    const email = freshEmail(name);
    const signUp = `/auth/v1/signup?redirect_to=${encodeURIComponent(`${this.#server.url}/verify-email`)}`;
    await this.#post(signUp, { email, password: PASSWORD, data: { first_name: name, ...names } });
    return email;
  }

  /** Creates an account with a second factor, and a session that has passed it. */
  async withSecondFactor(name: string): Promise<ProtectedPerson> {
    const { email, session } = await this.confirmed(name);
    return { email, ...(await this.addSecondFactor(session, 'Mi teléfono')) };
  }

  /**
   * Adds a second factor to the user of this session. Returns a new session that has passed the factor; the old session
   * ends.
   */
  async addSecondFactor(before: Session, device: string) {
    const token = before.access_token;
    const headers = await this.proof(before);
    const wish = { factor_type: 'totp', friendly_name: device };
    const asked = await this.#call('POST', '/auth/v1/factors', wish, { token, headers });
    const factor = Factor.parse(asked);
    const authenticator = new Authenticator(this.#server, factor.totp.secret);
    const challenge = Challenge.parse(await this.#post(`/auth/v1/factors/${factor.id}/challenge`, {}, token));
    const shown = { challenge_id: challenge.id, code: await authenticator.nextCode() };
    const verify = await this.#send('POST', `/auth/v1/factors/${factor.id}/verify`, shown, { token, headers });
    const session = this.#remembered(await verify.json());
    this.#authenticators.set(session.access_token, authenticator);
    const recoveryCodes = verify.headers.get(RECOVERY_CODES_HEADER)?.split(',') ?? [];
    return { session, authenticator, recoveryCodes };
  }

  /**
   * Signs a user in again and returns the new session. The request comes from a program with this User-Agent.
   * @throws Error with the error code of the response
   */
  async signIn(email: string, password = PASSWORD, userAgent?: string): Promise<Session> {
    const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
    return Session.parse(
      await this.#call('POST', '/auth/v1/token?grant_type=password', { email, password }, { headers }),
    );
  }

  /** Ends a session at the server, as a sign-out on another device does. */
  async end({ access_token: token }: Session): Promise<void> {
    await this.#post('/auth/v1/logout?scope=local', {}, token);
  }

  /** Returns the typed client of the API with a session token or a bot token. */
  client(token: string): VigiaClient {
    return new VigiaClient({ url: this.#server.url, token });
  }

  /**
   * Calls a route of the API with the published client.
   * @throws VigiaError with the error code of the response
   */
  async api(
    path: string,
    session: Session,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<unknown> {
    const headers = NEEDS_PROOF.test(path) ? await this.proof(session) : {};
    return this.client(session.access_token).request(method, path, body, { headers });
  }

  /**
   * Calls a route of the API that must refuse. Returns the text of the refusal, which the client does not keep whole.
   */
  async refusal(path: string, session: Session, body?: unknown): Promise<string> {
    const headers = NEEDS_PROOF.test(path) ? await this.proof(session) : {};
    const sender = { token: session.access_token, headers };
    const answer = await this.#request(body === undefined ? 'GET' : 'POST', path, body, sender);
    if (answer.ok) throw new Error(`${path}: ${answer.status} is no refusal`);
    return answer.text();
  }

  /**
   * Proves the user's identity with the password or a code. Returns the header for a request that needs a
   * re-authentication proof.
   */
  async proof({ access_token: token }: Session): Promise<Readonly<Record<string, string>>> {
    const authenticator = this.#authenticators.get(token);
    const shown = authenticator ? { code: await authenticator.nextCode() } : { password: PASSWORD };
    const answer = await this.#post('/api/v1/account/proof', shown, token);
    return { [PROOF_HEADER]: Given.parse(answer).data.proof };
  }

  #remembered(answer: unknown): Session {
    const session = Session.parse(answer);
    this.#sessions.push(session);
    return session;
  }

  #post(path: string, body: unknown, token?: string): Promise<unknown> {
    return this.#call('POST', path, body, { ...(token !== undefined && { token }) });
  }

  async #call(method: string, path: string, body: unknown, sender: Sender): Promise<unknown> {
    const text = await (await this.#send(method, path, body, sender)).text();
    return text === '' ? null : JSON.parse(text);
  }

  async #send(method: string, path: string, body: unknown, sender: Sender): Promise<Response> {
    const answer = await this.#request(method, path, body, sender);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async #request(method: string, path: string, body: unknown, { token, headers = {} }: Sender): Promise<Response> {
    return fetch(this.#server.url + path, {
      method,
      headers: {
        apikey: await this.#server.publishableKey(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

const STEP_S = 30;

/** An authenticator app on a phone. It uses the server's clock, and returns each code only once. */
export class Authenticator {
  readonly #server: DrivenServer;
  readonly #totp: TOTP;
  #lastStep = -1;

  constructor(server: DrivenServer, secret: string) {
    this.#server = server;
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** Returns the current code. If it was already used, waits for the next code. */
  async nextCode(): Promise<string> {
    if (this.#step() <= this.#lastStep) await this.#server.run((this.#lastStep - this.#step() + 1) * STEP_S * 1_000);
    this.#lastStep = this.#step();
    return this.#totp.generate({ timestamp: this.#server.nowMs });
  }

  #step(): number {
    return Math.floor(this.#server.nowMs / (STEP_S * 1_000));
  }
}

/** A page that names an icon, so that the browser does not request one. */
const ENTRANCE = '<!doctype html><link rel="icon" href="data:,">';

/**
 * Stores a session where the app looks for it, as if the user had signed in with this browser before. Then opens a
 * path.
 */
export async function openWithSession(
  page: Page,
  { session }: Pick<Person, 'session'>,
  path = '/dashboard',
): Promise<void> {
  // This page has the origin of the app but does not run the app. The app would otherwise run before the session is
  // stored.
  await page.route('**/entrance', (route) => route.fulfill({ contentType: 'text/html', body: ENTRANCE }));
  await page.goto('/entrance');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    STORAGE_KEY,
    JSON.stringify(session),
  ] as const);
  await page.goto(path);
}

/**
 * Answers the app's question for the password before a dangerous action, with the password or this code. Before the
 * question, the server refuses the request, and the browser logs the refusal (`status of 403`, or `status of 400` from
 * the auth service).
 */
export async function proveIdentity(page: Page, code?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  if (code !== undefined) return dialog.getByLabel('Código de seis dígitos').fill(code);
  await dialog.getByLabel('Tu contraseña').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
}

/** The session as the app stores it in this page's browser. */
export const storedSession = async (page: Page): Promise<Session> =>
  Session.parse(JSON.parse((await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)) ?? 'null'));

/** Returns every name and value in local storage. */
export const localValues = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => ({ ...localStorage }));
