import {
  type BrokerSimulator,
  ContractBook,
  type Deviation,
  FaultScript,
  listenOnLoopback,
  type MarketSpec,
  MessageRate,
  SimulatedMarket,
  type Upgrade,
} from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';
import { SimulatedDerivSocket } from './connection.ts';
import { OAuthServer } from './consent.ts';
import { Logins } from './logins.ts';
import { type DerivQuirks, QUIRK_VALUES, USUAL_QUIRKS } from './quirks.ts';
import { restResponse } from './rest.ts';
import { nextSecondMs } from './second-ticks.ts';
import { SYMBOLS } from './symbols.ts';
import { SYNTHETIC_SPECS } from './synthetics.ts';
import type { SimulatedApiVersion } from './wire.ts';

/** A message on any socket of the simulator, for tests that observe the traffic. */
export type TappedMessage = {
  readonly generation: SimulatedApiVersion;
  readonly direction: 'request' | 'reply';
  readonly text: string;
};

export interface DerivSimulator extends BrokerSimulator {
  readonly quirks: DerivQuirks;
  /** OAuth sign-ins, and their tokens. */
  readonly consents: OAuthServer;
  /** Passes every message from now on to `tap`. */
  tap(tap: (message: TappedMessage) => void): void;
  readonly deviations: Set<Deviation>;
}

const PATHS = /^\/trading\/v1\/options\/ws\/(demo|real|public)$/;

/**
 * @param port port on 127.0.0.1; 0 for a free port
 * @param changes changes to the default deviations (`quirks`)
 */
export async function startSimulator(
  clock: Clock,
  seed: number,
  port = 0,
  changes: Partial<DerivQuirks> = {},
): Promise<DerivSimulator> {
  const quirks = { ...USUAL_QUIRKS, ...changes };
  const market = new SimulatedMarket(clock, seed, assets());
  const book = new ContractBook({
    clock,
    market,
    onEqualPrices: 'lost',
    accountId,
    // At Deriv the entry is the next tick after the start. Deriv's ticks are the first ticks of each second.
    entryTick: (symbol, nowMs) => market.nextTick(symbol, nextSecondMs(nowMs)),
  });
  const script = new FaultScript(clock);
  const rate = new MessageRate(clock);
  const logins = new Logins(book);
  const consents = new OAuthServer(clock);
  const deviations = new Set<Deviation>();
  const taps: ((message: TappedMessage) => void)[] = [];
  const simulation = { clock, book, market, script, logins, quirks, deviations };
  const converse =
    (generation: SimulatedApiVersion, account: ReturnType<Logins['useAddress']>) => (socket: WebSocket) => {
      watch(socket, (direction, text) => {
        for (const tap of taps) tap({ generation, direction, text });
      });
      new SimulatedDerivSocket(socket, account, { ...simulation, generation });
    };
  const upgrade = (url: URL): Upgrade => {
    if (url.pathname === '/websockets/v3') {
      const isNumeric = /^\d+$/.test(url.searchParams.get('app_id') ?? '');
      return isNumeric ? { accept: converse('v3', null) } : { refuse: { status: 401, body: 'InvalidAppID' } };
    }
    const kind = PATHS.exec(url.pathname)?.[1];
    if (kind === 'public') return { accept: converse('new', null) };
    const account = logins.useAddress(url.searchParams.get('otp'));
    if (kind === undefined || account?.kind !== kind) return { refuse: { status: 401, body: 'Invalid OTP' } };
    return { accept: converse('new', account) };
  };
  const rest = { book, logins, consents, script, deviations };
  const door = await listenOnLoopback(
    { onRequest: (request) => restResponse(request, rest), onUpgrade: ({ url }) => upgrade(url), rate },
    port,
  );
  script.onCut(() => door.cut());
  script.onExpire(() => {
    logins.expireAddresses();
    door.cut();
  });
  return {
    book,
    market,
    script,
    rate,
    line: door.line,
    quirks,
    consents,
    quirkValues: QUIRK_VALUES,
    deviations,
    origins: { rest: door.httpOrigin, v3: door.wsOrigin, auth: door.httpOrigin },
    hints: [
      'API nueva: token pat_ana (pat_ y las letras que se quiera), App ID vigia (lo que no sea un número).',
      'Entrar con Deriv: DERIV_OAUTH_CLIENT_ID=vigia; en la página, un login de letras como ana.',
      'API v3: token v3-ana-demo o v3-ana-real, o los dos separados por un espacio; App ID 1089 (cualquier número).',
    ],
    stop: () => door.stop(),
    restart: () => door.restart(),
    tap: (tap) => void taps.push(tap),
  };
}

/** Returns the assets that the market model lists, and the synthetic indices. */
function assets(): readonly (string | MarketSpec)[] {
  const synthetics = new Set(SYNTHETIC_SPECS.map(({ symbol }) => symbol));
  const listed = SYMBOLS.flatMap(({ ours }) => (synthetics.has(ours) ? [] : [ours]));
  return [...listed, ...SYNTHETIC_SPECS];
}

/** Returns an account id in Deriv's form, with the prefix DOT or ROT (new API) or VRTC or CR (legacy API). */
function accountId(loginId: string, kind: 'demo' | 'real', number: number): string {
  const prefix = loginId.startsWith('v3-') ? { demo: 'VRTC', real: 'CR' } : { demo: 'DOT', real: 'ROT' };
  return `${prefix[kind]}${90_000_000 + number}`;
}

function watch(socket: WebSocket, publish: (direction: 'request' | 'reply', text: string) => void): void {
  socket.on('message', (data) => publish('request', String(data)));
  const send = socket.send.bind(socket);
  socket.send = (data: Parameters<WebSocket['send']>[0]) => {
    publish('reply', String(data));
    send(data);
  };
}
