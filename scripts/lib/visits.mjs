import { isDeepStrictEqual } from 'node:util';
import { openDemoAccount, resumeDemoAccount } from './demo-account.mjs';
import { duration, Stop, say } from './say.mjs';

/**
 * What a visitor left in an installation and must find there again.
 * @typedef {object} Left
 * @property {string} refreshToken of the account
 * @property {readonly object[]} trades
 * @property {number} balance
 */

/**
 * Runs one step of a journey and returns its value.
 * @typedef {<Value>(name: string, run: () => Promise<Value>) => Promise<Value>} Step
 */

/** A step that prints its time and its name. @type {Step} */
export async function runTimedStep(name, run) {
  const startedMs = performance.now();
  const value = await run();
  say(`${duration(performance.now() - startedMs).padStart(8)}  ${name}`);
  return value;
}

/**
 * Opens a demo account and makes one practice trade with its result.
 * @param {string} url
 * @param {Step} step
 * @returns {Promise<Left>}
 */
export async function firstVisit(url, step) {
  const account = await step('cuenta de demostración abierta', () => openDemoAccount(url));
  const { status } = await step('operación de 15 s terminada', async () => account.settled((await account.place()).id));
  if (!['won', 'lost', 'expired'].includes(status)) throw new Stop(`La operación terminó como «${status}».`);
  return leftBy(account);
}

/**
 * Signs in to the account of an earlier visit, and checks that its trades and its balance are unchanged.
 * @param {string} url
 * @param {Left} left
 * @param {Step} step
 * @returns {Promise<Left>} the same trades and balance, and the next refresh token, because a token is valid once
 * @throws Stop if a trade or money is missing
 */
export async function nextVisit(url, left, step) {
  const found = await step('cuenta, operación y saldo siguen ahí', async () =>
    leftBy(await resumeDemoAccount(url, left.refreshToken)),
  );
  assertKept(left, found);
  return found;
}

/**
 * @param {Left} left
 * @param {Left} found
 * @throws Stop that names the difference
 */
export function assertKept(left, found) {
  if (found.balance !== left.balance) throw new Stop(`El saldo era ${left.balance} y ahora es ${found.balance}.`);
  if (!isDeepStrictEqual(found.trades, left.trades))
    throw new Stop(`Las operaciones eran ${JSON.stringify(left.trades)} y ahora son ${JSON.stringify(found.trades)}.`);
}

/** @param {import('./demo-account.mjs').DemoAccount} account @returns {Promise<Left>} */
async function leftBy(account) {
  // A later version may add fields to a trade.
  const trades = (await account.trades()).map(({ id, status, profit }) => ({ id, status, profit }));
  return { refreshToken: account.refreshToken, trades, balance: await account.balance() };
}
