import { randomUUID } from 'node:crypto';
import { CreateOption, Option, PROOF_HEADER, PublicConfig } from '@vigia/contract';
import { z } from 'zod';
import type { SimulatedBrokerId } from './simulated-brokers.ts';

export const REQUEST_TIMEOUT_MS = 20_000;

/** A user with a paper account. */
export type Person = { readonly userId: string; readonly token: string; readonly refresh: string };

/** The destination of an order: the account of the user's current mode, or the account at a broker. */
export type OrderTarget = 'mode' | SimulatedBrokerId;

/** The outcome of an order as its client knows it. */
export type ClientOrderOutcome =
  | { readonly kind: 'accepted'; readonly option: Option }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  /** The client got no response, or a response that does not show the outcome of the order. */
  | { readonly kind: 'unknown'; readonly status: number | null; readonly code: string; readonly message: string };

/** The error code of an outcome whose response does not have the format of the API. */
export const UNKNOWN_FORMAT_CODE = 'unknown_format';

/** One order as its client knows it: idempotency key, request and outcome. */
export type OrderAttempt = {
  readonly person: Person;
  readonly key: string;
  readonly order: CreateOption;
  readonly to: OrderTarget;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly outcome: ClientOrderOutcome;
};

const Session = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) });
const Placed = z.object({ data: Option });
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Signs up a user without a confirmation mail. */
export async function newPerson(url: string): Promise<Person> {
  const answer = await askAuth(url, 'signup', { data: { time_zone: 'UTC' } });
  const { access_token: token, refresh_token: refresh, user } = Session.parse(await answer.json());
  return { userId: user.id, token, refresh };
}

/**
 * Signs in with a password.
 * @returns the status of the response
 */
export const signIn = async (url: string, email: string, password: string): Promise<number> =>
  (await askAuth(url, 'token?grant_type=password', { email, password })).status;

/**
 * Signs in a registered user of a run from a browser with this name. Returns the user with the tokens of that session.
 * @throws Error if the sign-in fails
 */
export async function signInFrom(url: string, { userId }: Person, userAgent: string): Promise<Person> {
  const who = { email: addressOf(userId), password: PASSWORD };
  const answer = await askAuth(url, 'token?grant_type=password', who, { 'user-agent': userAgent });
  if (answer.status !== 200) throw new Error(`the sign-in of ${userId} answered ${answer.status}`);
  const { access_token: token, refresh_token: refresh } = Session.parse(await answer.json());
  return { userId, token, refresh };
}

/** Returns the address of a registered user of a run. */
export const addressOf = (userId: string): string => `${userId}@example.com`;

async function askAuth(
  url: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const config = PublicConfig.parse(await (await fetch(`${url}/config.json`)).json());
  return fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: config.supabaseAnonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Sends one order. Returns every failure as an outcome, and never throws. */
export async function send(
  url: string,
  person: Person,
  order: CreateOption,
  { key = randomUUID(), to = 'mode' }: { readonly key?: string; readonly to?: OrderTarget } = {},
): Promise<OrderAttempt> {
  const sentAtMs = performance.now();
  const path = to === 'mode' ? '/api/v1/trading/create-option' : `/api/v1/multi-broker/trade/${to}`;
  const outcome = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).then(
    outcomeOf,
    (error: unknown): ClientOrderOutcome => ({ kind: 'unknown', status: null, code: 'cut', message: String(error) }),
  );
  return { person, key, order, to, sentAtMs, answeredAtMs: performance.now(), outcome };
}

async function outcomeOf(answer: Response): Promise<ClientOrderOutcome> {
  const body: unknown = await answer.json();
  if (answer.status === 201) return { kind: 'accepted', option: Placed.parse(body).data };
  const { code, message } = Refused.safeParse(body).data?.error ?? {
    code: UNKNOWN_FORMAT_CODE,
    message: JSON.stringify(body),
  };
  const isAboutTheOrder = answer.status >= 400 && answer.status < 500;
  const { status } = answer;
  return isAboutTheOrder ? { kind: 'refused', status, code, message } : { kind: 'unknown', status, code, message };
}

/** Password of the registered users of a run, and the password's argon2id hash. */
const PASSWORD = 'una clave del arnés 7';
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$JqkAJ3G1KVwevSCjtu0gLA$KnlqxXKWXmPhKHuWTuCsvfWwgMiGR7o8ARB9iEAePCk';

const Given = z.object({ data: z.object({ proof: z.string() }) });

/**
 * Confirms the user's identity with the password. Returns the HTTP headers of a request that needs this
 * re-authentication proof.
 */
export async function proofHeaders(url: string, person: Person): Promise<Readonly<Record<string, string>>> {
  const answer = await sendChange(url, person, '/api/v1/account/proof', { password: PASSWORD });
  return { [PROOF_HEADER]: Given.parse(answer).data.proof };
}

/**
 * Sends a request that changes data, as this user.
 * @throws Error if the request fails
 */
export async function sendChange(
  url: string,
  { token }: Person,
  path: string,
  body: unknown,
  proof: Readonly<Record<string, string>> = {},
  method: 'POST' | 'PUT' = 'POST',
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...proof },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/**
 * Reads data as this user.
 * @throws Error if the status is not 200
 */
export async function read<Data>(url: string, person: Person, path: string, shape: z.ZodType<Data>): Promise<Data> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${person.token}` } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return shape.parse(z.object({ data: z.unknown() }).parse(await answer.json()).data);
}

/** Returns the status code of the response to this user's request. */
export async function statusOf(
  url: string,
  person: Person,
  path: string,
  withinMs = REQUEST_TIMEOUT_MS,
): Promise<number> {
  const headers = { authorization: `Bearer ${person.token}` };
  return (await fetch(url + path, { headers, signal: AbortSignal.timeout(withinMs) })).status;
}
