import { repeatUntilValue } from './repeat-until-value.mjs';
import { Stop } from './say.mjs';

/** The shortest trade of the simulated market. */
const SHORTEST = { asset_symbol: 'BTCUSD', option_type: 'CALL', amount: 10, duration_seconds: 15 };
/** Longest time from the order to its result, in milliseconds. */
const SETTLED_MS = 120_000;

/**
 * @typedef {{ readonly id: string, readonly status: string, readonly profit: number }} Trade the fields used here of
 * a trade in the response of the API, which has more fields
 */

/**
 * An anonymous demo account of a running server, used through its API only.
 * @typedef {object} DemoAccount
 * @property {string} refreshToken signs in once more, for example after an upgrade of the server
 * @property {(order?: object) => Promise<Trade>} place places an order, by default the shortest one
 * @property {(id: string) => Promise<Trade>} settled waits for the result of a trade
 * @property {() => Promise<readonly Trade[]>} trades returns all trades, newest first
 * @property {() => Promise<number>} balance returns the free money
 */

/**
 * Returns true if a server accepts orders at the address.
 * @param {string} url
 */
export const isReady = (url) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Opens a demo account as the landing page does.
 * @param {string} url
 */
export const openDemoAccount = (url) => signIn(url, 'signup', {});

/**
 * Signs in to the account again.
 * @param {string} url
 * @param {string} refreshToken
 */
export const resumeDemoAccount = (url, refreshToken) =>
  signIn(url, 'token?grant_type=refresh_token', { refresh_token: refreshToken });

/**
 * @param {string} url
 * @param {string} path
 * @param {object} body
 * @returns {Promise<DemoAccount>}
 */
async function signIn(url, path, body) {
  const json = { 'content-type': 'application/json' };
  const { supabaseAnonKey: apikey } = await answerOf(await fetch(`${url}/config.json`));
  const headers = { ...json, apikey };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const session = await answerOf(await fetch(`${url}/auth/v1/${path}`, request));
  /** @param {string} route @param {RequestInit} [init] */
  const call = async (route, init = {}) => {
    const authorized = { ...json, authorization: `Bearer ${session.access_token}` };
    return (await answerOf(await fetch(`${url}/api/v1/trading/${route}`, { ...init, headers: authorized }))).data;
  };
  return {
    refreshToken: session.refresh_token,
    place: (order = SHORTEST) => call('create-option', { method: 'POST', body: JSON.stringify(order) }),
    settled: (id) =>
      repeatUntilValue(async () => {
        const trade = await call(`option/${id}`);
        return trade.status === 'active' ? null : trade;
      }, SETTLED_MS),
    trades: () => call('history'),
    balance: async () => (await call('mode/current')).account.balance,
  };
}

/**
 * @param {Response} response
 * @returns {Promise<any>} the body
 * @throws Stop with the body of a refusal
 */
async function answerOf(response) {
  const body = await response.text();
  if (!response.ok) throw new Stop(`${response.url}: ${response.status} ${body}`);
  return JSON.parse(body);
}
