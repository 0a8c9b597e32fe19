import { knownCurrency } from '@vigia/broker-kit/money';
import type {
  BrokerAccount,
  BrokerCredentials,
  BrokerDeps,
  BrokerFault,
  BrokerLog,
  ConsentTokens,
} from '@vigia/broker-kit/port';
import type { LinkTarget } from '@vigia/broker-kit/socket';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type DerivClient, faultOf } from './client.ts';
import type { DerivLimits } from './limits.ts';
import { DerivRest } from './rest.ts';
import { amountIn } from './wire/decimals.ts';
import { Authorized } from './wire/replies.ts';
import { authorize, type DerivApiVersion } from './wire/requests.ts';

/** Address and sign-in of one socket of a login. Each socket belongs to one account. */
export type AccountSocket = {
  target(): Promise<Result<LinkTarget, BrokerFault>>;
  /** Signs in on a new socket and returns its account. */
  signIn(client: DerivClient): Promise<Result<BrokerAccount, BrokerFault>>;
};

/** A user's login, for one API generation (v3 or new). It opens the sockets of the accounts. */
export interface Login {
  readonly generation: DerivApiVersion;
  /** New API only: resets the balance of a demo account. In v3 the account's own socket resets it. */
  resetDemo?(accountId: string): Promise<Result<null, BrokerFault>>;
  /** New API only: uses these tokens from the next request on. */
  useTokens?(tokens: ConsentTokens): void;
  sockets(): Promise<Result<readonly AccountSocket[], BrokerFault>>;
}

export const ORIGINS = { rest: 'https://api.derivws.com', v3: 'wss://ws.derivws.com' } as const;

/**
 * Largest number of sockets. Deriv allows five per user (docs/spec/brokers/deriv.md §4); one remains for the user's own
 * browser.
 */
const SOCKETS_MAX = 4;

/**
 * Creates the login for an API generation. An app id of digits only belongs to the legacy API
 * (docs/spec/brokers/deriv.md §1).
 */
export function loginOf(credentials: BrokerCredentials, limits: DerivLimits, deps: BrokerDeps): Login | null {
  const restOrigin = deps.origins['rest'] ?? ORIGINS.rest;
  if (credentials.kind === 'oauth') return newAccess(new DerivRest(restOrigin, credentials, limits, deps), deps.log);
  if (credentials.kind !== 'api_token') return null;
  const login = { token: credentials.token.trim(), appId: credentials.appId.trim() };
  return /^\d+$/.test(login.appId)
    ? legacyAccess(login, deps.origins['v3'] ?? ORIGINS.v3, deps.log)
    : newAccess(new DerivRest(restOrigin, login, limits, deps), deps.log);
}

/**
 * Login in the new API. REST lists the accounts and returns one-time addresses. Each address opens a signed-in socket
 * for one account.
 */
const newAccess = (rest: DerivRest, log: BrokerLog): Login => ({
  generation: 'new',
  resetDemo: (accountId) => rest.resetDemo(accountId),
  useTokens: (tokens) => rest.use(tokens),
  async sockets() {
    const listed = await rest.accounts();
    if (!listed.ok) return listed;
    const accounts = listed.value.flatMap((row): BrokerAccount[] => {
      const account = row.status === 'active' ? accountOf(row.account_id, row.account_type, row, log) : null;
      return account === null ? [] : [account];
    });
    if (accounts.length === 0) return err(NO_ACCOUNT);
    return ok(
      accounts.slice(0, SOCKETS_MAX).map((account) => ({
        async target() {
          const url = await rest.socketUrl(account.accountId);
          return url.ok ? ok({ url: url.value }) : url;
        },
        signIn: async () => ok(account),
      })),
    );
  },
});

/**
 * Login in the legacy v3 API. The client sends a token on the socket, and each token belongs to one account. For a demo
 * and a real account the user enters both tokens, separated by a space. Each token has its own socket.
 */
const legacyAccess = (login: { token: string; appId: string }, origin: string, log: BrokerLog): Login => ({
  generation: 'v3',
  sockets: async () =>
    ok(
      login.token
        .split(/\s+/)
        .slice(0, SOCKETS_MAX)
        .map((token) => ({
          target: async () => ok({ url: `${origin}/websockets/v3?app_id=${login.appId}&l=EN` }),
          signIn: (client) => authorized(client, token, log),
        })),
    ),
});

async function authorized(
  client: DerivClient,
  token: string,
  log: BrokerLog,
): Promise<Result<BrokerAccount, BrokerFault>> {
  // Deriv would refuse such a text as malformed. The adapter reports an invalid token without a request to Deriv.
  if (!/^[\w-]{1,128}$/.test(token)) return err({ kind: 'auth_invalid', detail: 'not the form of a token' });
  const reply = await client.ask(authorize(token), Authorized);
  if (!reply.ok) return err(loginFault(faultOf(reply.error)));
  const { loginid, is_virtual: isVirtual, scopes } = reply.value.authorize;
  const account = accountOf(loginid, isVirtual === 1 ? 'demo' : 'real', reply.value.authorize, log);
  if (account === null) return err(NO_ACCOUNT);
  if (scopes.length > 0 && !scopes.includes('trade'))
    return err({ kind: 'auth_invalid', detail: 'the token may not trade' });
  return ok(account);
}

const loginFault = (fault: BrokerFault): BrokerFault =>
  fault.kind === 'rate_limited' ? { ...fault, kind: 'auth_rate_limited' } : fault;

const NO_ACCOUNT: BrokerFault = { kind: 'unknown', detail: 'no active account in a currency that we know' };

/** Returns an account; null if its currency is unknown, or if its balance has more decimals than the currency. */
function accountOf(
  accountId: string,
  kind: BrokerAccount['kind'],
  row: { readonly currency: string; readonly balance: number },
  log: BrokerLog,
): BrokerAccount | null {
  const currency = knownCurrency(row.currency, log);
  const balance = currency === null ? null : amountIn(currency).safeParse(row.balance);
  return currency !== null && balance?.success ? { accountId, kind, currency, balanceMinor: balance.data } : null;
}
