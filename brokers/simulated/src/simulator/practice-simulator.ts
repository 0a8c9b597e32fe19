import {
  type BrokerSimulator,
  ContractBook,
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
import { Line } from './line.ts';

const SYMBOLS = longAssetList(['EURUSD', 'GBPUSD', 'USDJPY', 'EURUSD-OTC', 'BTCUSD']);
const PASSWORD = 'practica';

/**
 * Starts the practice broker on loopback. Any e-mail address can sign in with the password `practica`. Each address has
 * its own accounts.
 * @param seed seed of the prices
 * @param port port on 127.0.0.1; 0 for a free port
 */
export async function startSimulator(clock: Clock, seed: number, port = 0): Promise<BrokerSimulator> {
  const market = new SimulatedMarket(clock, seed, SYMBOLS);
  const book = new ContractBook({ clock, market, onEqualPrices: 'tie' });
  const script = new FaultScript(clock);
  const rate = new MessageRate(clock);
  const logins = new Map<string, string>();
  let signIns = 0;

  const signIn = ({ body }: HttpRequest): HttpReply | null => {
    const fault = script.takeLoginFault();
    if (fault?.kind === 'cut') return null;
    if (fault?.kind === 'challenge') return { status: 403, body: '<html>Just a moment...</html>' };
    if (fault) return json(429, { error: 'too_many_sign_ins', retry_after_s: fault.retryAfterMs / 1000 });
    const { email, password, code } = JSON.parse(body);
    if (password !== PASSWORD) return json(401, { error: 'wrong_credentials' });
    if (script.asksForCode && code === null) return json(401, { error: 'code_required' });
    if (script.asksForCode && code !== script.code) return json(401, { error: 'wrong_code' });
    signIns += 1;
    const token = `practice-${seed}-${signIns}-${book.accountsOf(email).length}`;
    logins.set(token, email);
    return json(200, { token });
  };

  const onRequest = (request: HttpRequest): HttpReply | null => {
    if (request.url.pathname === '/sign-in') return signIn(request);
    if (request.url.pathname !== '/sign-out') return json(404, { error: 'not_found' });
    logins.delete(tokenOf(request));
    return json(200, {});
  };

  const onUpgrade = (request: Pick<HttpRequest, 'headers'>): Upgrade => {
    const loginId = logins.get(tokenOf(request));
    if (loginId === undefined) return { refuse: json(401, { error: 'token' }) };
    return { accept: (socket) => new Line(socket, { clock, market, book, script, loginId }) };
  };

  const door = await listenOnLoopback({ onRequest, onUpgrade, rate }, port);
  script.onCut(() => door.cut());
  script.onExpire(() => {
    logins.clear();
    door.cut();
  });
  return {
    origins: { http: door.httpOrigin, ws: door.wsOrigin },
    book,
    market,
    script,
    rate,
    line: door.line,
    quirks: {},
    quirkValues: {},
    hints: [`Entra cualquier correo con la contraseña «${PASSWORD}».`],
    stop: () => door.stop(),
    restart: () => door.restart(),
  };
}

const json = (status: number, body: unknown): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const tokenOf = ({ headers }: Pick<HttpRequest, 'headers'>): string =>
  headers.authorization?.replace('Bearer ', '') ?? '';
