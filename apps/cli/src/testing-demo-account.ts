import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const POLL_MS = 250;
/** The shortest trade of the simulated market. */
const ORDER = { asset_symbol: 'BTCUSD', option_type: 'CALL', amount: 10, duration_seconds: 15 };

const Config = z.object({ supabaseAnonKey: z.string() });
const Session = z.object({ access_token: z.string(), refresh_token: z.string() });
const Trade = z.looseObject({ id: z.string(), status: z.string() });

/** An anonymous demo account of a running server, used through its API only. */
export type DemoAccount = {
  readonly refreshToken: string;
  /** Places an order and waits for its result. */
  readonly settledTrade: () => Promise<z.output<typeof Trade>>;
  /** Returns all trades, newest first. */
  readonly trades: () => Promise<readonly z.output<typeof Trade>[]>;
};

/** Opens a demo account as the landing page does. */
export const openDemoAccount = (url: string): Promise<DemoAccount> => signIn(url, 'signup', {});

/** Signs in again to the account, for example after an upgrade of the server. */
export const resumeDemoAccount = (url: string, refreshToken: string): Promise<DemoAccount> =>
  signIn(url, 'token?grant_type=refresh_token', { refresh_token: refreshToken });

async function signIn(url: string, path: string, body: object): Promise<DemoAccount> {
  const json = { 'content-type': 'application/json' };
  const { supabaseAnonKey: apikey } = Config.parse(await (await fetch(`${url}/config.json`)).json());
  const headers = { ...json, apikey };
  const signedIn = await fetch(`${url}/auth/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const session = Session.parse(await signedIn.json());
  const call = async (route: string, init: RequestInit = {}): Promise<unknown> => {
    const authorization = `Bearer ${session.access_token}`;
    const response = await fetch(`${url}/api/v1/trading/${route}`, { ...init, headers: { ...json, authorization } });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${route}: ${JSON.stringify(answer)}`);
    return z.object({ data: z.unknown() }).parse(answer).data;
  };
  const trade = async (id: string) => Trade.parse(await call(`option/${id}`));
  return {
    refreshToken: session.refresh_token,
    settledTrade: async () => {
      const { id } = Trade.parse(await call('create-option', { method: 'POST', body: JSON.stringify(ORDER) }));
      for (;;) {
        const read = await trade(id);
        if (read.status !== 'active') return read;
        await sleep(POLL_MS);
      }
    },
    trades: async () => z.array(Trade).parse(await call('history')),
  };
}
