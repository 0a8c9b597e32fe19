import {
  amountOf,
  type ContractBook,
  type Deviation,
  type FaultScript,
  type HttpReply,
  type HttpRequest,
} from '@vigia/broker-kit/simulator';
import type { OAuthServer } from './consent.ts';
import { accountRow } from './deviations.ts';
import type { Logins } from './logins.ts';
import { resetDemo } from './practice-reset.ts';

const ACCOUNTS = '/trading/v1/options/accounts';

type RestDeps = {
  readonly book: ContractBook;
  readonly logins: Logins;
  readonly consents: OAuthServer;
  readonly script: FaultScript;
  readonly deviations: ReadonlySet<Deviation>;
};

/** Answers REST requests of the new API and of Deriv's sign-in pages; null cuts the connection. */
export function restResponse(request: HttpRequest, deps: RestDeps): HttpReply | null {
  const signIn = deps.consents.answer(request);
  if (signIn !== undefined) return signIn;
  const { book, logins, script } = deps;
  const path = request.url.pathname;
  const meta = { endpoint: path, method: request.method, timing: 1 };
  const reply = (status: number, body: object, headers = {}): HttpReply => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...body, meta }),
  });
  const refuse = (status: number, code: string, message: string, headers = {}) =>
    reply(status, { errors: [{ status, code, message }] }, headers);
  if (!path.startsWith(ACCOUNTS)) return refuse(404, 'NotFound', 'No such endpoint');
  const consented = deps.consents.loginOf(request.headers.authorization);
  const login = consented ?? logins.ofPat(request.headers.authorization);
  if (login === null) return refuse(401, 'Unauthorized', 'Invalid token');
  if (consented === null && !request.headers['deriv-app-id'])
    return refuse(401, 'Unauthorized', 'Deriv-App-ID header is required for PAT tokens');
  if (request.method === 'GET' && path === ACCOUNTS) {
    const fault = script.takeLoginFault();
    if (fault?.kind === 'cut') return null;
    if (fault?.kind === 'rate_limited')
      return refuse(429, 'RateLimit', 'Too many requests', { 'retry-after': String(fault.retryAfterMs / 1_000) });
    const data = book
      .accountsOf(login)
      .map(({ accountId, balanceMinor, currency, kind }) => ({
        account_id: accountId,
        balance: amountOf(balanceMinor, currency),
        currency,
        group: kind,
        status: 'active',
        account_type: kind,
      }));
    return reply(200, { data: data.map((row) => accountRow(row, deps.deviations)) });
  }
  const [, accountId = '', action = ''] =
    new RegExp(`^${ACCOUNTS}/([A-Z0-9]+)/(otp|reset-demo-balance)$`).exec(path) ?? [];
  const account = book.accountsOf(login).find((one) => one.accountId === accountId);
  if (request.method !== 'POST' || account === undefined) return refuse(404, 'NotFound', 'No such account');
  if (action === 'reset-demo-balance')
    return resetDemo(book, account) ? reply(200, { data: {} }) : refuse(400, 'BadRequest', 'Not a demo account');
  const secret = logins.handOutAddress(accountId);
  // The address contains the host of the request, so it also works behind a relay.
  return reply(200, {
    data: {
      url: `ws://${request.headers.host ?? request.url.host}/trading/v1/options/ws/${account.kind}?otp=${secret}`,
    },
  });
}
