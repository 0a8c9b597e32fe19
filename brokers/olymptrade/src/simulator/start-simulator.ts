import {
  type BrokerSimulator,
  ContractBook,
  type Deviation,
  FaultScript,
  type HttpReply,
  type HttpRequest,
  listenOnLoopback,
  longAssetList,
  MessageRate,
  SimulatedMarket,
  type Upgrade,
} from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { SimulatedOlympTradeSocket } from './connection.ts';
import { deviatedRows } from './deviations.ts';
import { type OlympTradeQuirks, QUIRK_VALUES, USUAL_QUIRKS } from './quirks.ts';
import { listedRow, TERMS } from './rows.ts';
import { accessToken, ownerOf } from './tokens.ts';
import { fieldsOf, jsonOf } from './wire.ts';

export type OlympTradeSimulator = BrokerSimulator & {
  readonly quirks: OlympTradeQuirks;
  readonly deviations: Set<Deviation>;
};

const SYMBOLS = longAssetList(['EURUSD', 'GBPUSD', 'USDJPY', 'BTCUSD', 'XAUUSD', 'AAPL', 'EURUSD-OTC']);
const FIRST_ACCOUNT = 9_000_000_000;
/** Close code of a policy violation (RFC 6455 §7.4.1). */
const POLICY_VIOLATION = 1008;
/** User id of the token that is printed when a person starts the simulator. */
const BY_HAND = 1;

const CHALLENGE: HttpReply = {
  status: 403,
  headers: { 'content-type': 'text/html', server: 'cloudflare' },
  body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1"></script></body></html>',
};
const UNAUTHORIZED: HttpReply = { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' };
const LIMITED: HttpReply = { status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too Many Requests' };

/**
 * Starts the simulator of Olymp Trade on loopback, as docs/spec/brokers/olymptrade.md describes the broker: the socket
 * at `/otp` with the token as a cookie, and the history of deals over HTTP. Every token from {@link accessToken} can
 * sign in.
 * @param clock drives prices, settlement and the age of tokens
 * @param port port on 127.0.0.1; 0 for any free port
 * @param changes changes to the default deviations (`quirks`)
 */
export async function startSimulator(
  clock: Clock,
  seed: number,
  port = 0,
  changes: Partial<OlympTradeQuirks> = {},
): Promise<OlympTradeSimulator> {
  const quirks = { ...USUAL_QUIRKS, ...changes };
  const market = new SimulatedMarket(clock, seed, SYMBOLS);
  const script = new FaultScript(clock);
  const rate = new MessageRate(clock);
  const book = new ContractBook({
    clock,
    market,
    onEqualPrices: 'tie',
    accountId: (_login, _kind, number) => String(FIRST_ACCOUNT + number),
  });
  const deviations = new Set<Deviation>();
  const simulation = { clock, market, book, script, quirks, deviations };
  const connections = new Set<SimulatedOlympTradeSocket>();
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  const loginOf = (cookie: string): string | null => {
    const owner = ownerOf(cookie);
    const isGood = owner !== null && owner.issuedAtMs >= notBeforeMs && owner.expiresAtMs > clock.now();
    return isGood ? String(owner.userId) : null;
  };
  const onUpgrade = ({ url, headers }: Omit<HttpRequest, 'body'>): Upgrade => {
    const fault = script.takeLoginFault();
    if (fault?.kind === 'challenge') return { refuse: CHALLENGE };
    if (fault?.kind === 'rate_limited') return { refuse: LIMITED };
    if (fault?.kind === 'cut') return { accept: (socket) => socket.terminate() };
    const loginId = loginOf(headers.cookie ?? '');
    if (url.pathname !== '/otp' || !url.searchParams.has('cid_app')) return { refuse: UNAUTHORIZED };
    if (loginId === null)
      return quirks.badToken === 'upgrade'
        ? { refuse: UNAUTHORIZED }
        : { accept: (socket) => socket.close(POLICY_VIOLATION, 'invalid_token') };
    return {
      accept: (socket) => {
        const connection = new SimulatedOlympTradeSocket(simulation, loginId, socket);
        connections.add(connection);
        socket.once('close', () => connections.delete(connection));
      },
    };
  };
  const onRequest = ({ method, url, headers, body }: HttpRequest): HttpReply | null => {
    if (method !== 'POST' || url.pathname !== '/v3/cabinet/deals-history') return { status: 404, body: '' };
    if (script.isRateLimited) return LIMITED;
    const loginId = loginOf(headers.cookie ?? '');
    return loginId === null ? UNAUTHORIZED : history({ book, script, quirks, deviations }, loginId, body);
  };
  const door = await listenOnLoopback({ onRequest, onUpgrade, rate }, port);
  script.onCut(() => {
    for (const connection of connections) connection.cut();
  });
  script.onExpire(() => {
    notBeforeMs = clock.now();
    for (const connection of connections) connection.expire();
  });
  return {
    origins: { ws: door.wsOrigin, api: door.httpOrigin },
    book,
    market,
    script,
    rate,
    line: door.line,
    quirks,
    quirkValues: QUIRK_VALUES,
    deviations,
    hints: [`access_token de prueba: ${accessToken(BY_HAND, clock.now())}`],
    stop: () => door.stop(),
    restart: () => door.restart(),
  };
}

type Records = {
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly quirks: Readonly<OlympTradeQuirks>;
  readonly deviations: ReadonlySet<Deviation>;
};

/** Returns a page of the closed deals of one account, newest first. */
function history({ book, script, quirks, deviations }: Records, loginId: string, body: string): HttpReply {
  const { limit, page, account_id, group } = fieldsOf(jsonOf(body));
  const account = book
    .accountsOf(loginId)
    .find(({ accountId, kind }) => accountId === String(account_id) && kind === group);
  if (!account || typeof limit !== 'number' || typeof page !== 'number') return { status: 400, body: '{}' };
  const closed = book.contractsOf(account.accountId).filter((one) => one.result !== null && script.isListed(one));
  const newestFirst = closed.toSorted((a, b) => (b.result?.settledAtMs ?? 0) - (a.result?.settledAtMs ?? 0));
  const rows = Math.min(limit, quirks.historyPage);
  const data = newestFirst
    .slice((page - 1) * rows, page * rows)
    .map((contract) => script.listed(listedRow(contract, account.currency), TERMS));
  const sent = { data: deviatedRows(data, deviations) };
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
}
