import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { isConnectionCut, isConnectionFault } from './connection-fault.ts';

/** A connection that broke says so within this time; else the fault came from elsewhere. */
const BREAK_KNOWN_MS = 1_000;

export type TransactOptions = {
  /** As after SQL's BEGIN, such as `READ ONLY`. */
  readonly mode?: string;
  /** So often a transaction is begun before its connection may be broken; at most as many as there are connections, and one. */
  readonly attempts?: number;
};

/**
 * Runs `work` in a transaction; rejects if its connection breaks, whatever `work` is doing then. One that broke before `work`
 * was asked for anything is begun again: the driver hands a connection's last words to whoever uses the next one in its place.
 *
 * The driver (3.4.9) does not tell a transaction from its connection: it would roll back or commit, and let `work` go on
 * writing, on a connection that is gone (which ends the whole process: its issue 1208) or that belongs to somebody else by
 * then. So a transaction whose connection broke is never handed back to it, and its later statements are refused.
 */
export async function transact<T>(
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
  { mode = '', attempts = 1 }: TransactOptions = {},
): Promise<T> {
  const begun = { is: false };
  try {
    return await transactOnce(sql, work, mode, begun);
  } catch (error) {
    if (begun.is || attempts <= 1 || !isConnectionCut(error)) throw error;
    return transact(sql, work, { mode, attempts: attempts - 1 });
  }
}

async function transactOnce<T>(
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
  mode: string,
  begun: { is: boolean },
): Promise<T> {
  const broken = { is: false };
  const outcome = sql.begin(mode, async (tx) => {
    begun.is = true;
    try {
      const value = await work(refusingOnce(broken, tx));
      return broken.is ? await never() : { value };
    } catch (error) {
      if (isConnectionFault(error)) await isTrueWithin(broken, BREAK_KNOWN_MS);
      if (broken.is) return never();
      throw error;
    }
  });
  outcome.catch(() => {
    broken.is = true;
  });
  return (await outcome).value;
}

const refusingOnce = (broken: { readonly is: boolean }, tx: postgres.TransactionSql): postgres.TransactionSql =>
  new Proxy(tx, {
    apply(target, self, args) {
      if (broken.is)
        throw Object.assign(new Error('the connection of this transaction is gone'), { code: 'CONNECTION_CLOSED' });
      return Reflect.apply(target, self, args);
    },
  });

async function isTrueWithin(flag: { readonly is: boolean }, limitMs: number): Promise<void> {
  for (const untilMs = performance.now() + limitMs; !flag.is && performance.now() < untilMs; ) await sleep(5);
}

const never = (): Promise<never> => new Promise(() => undefined);
