import {
  type BrokerSimulator,
  ContractBook,
  type Deviation,
  FaultScript,
  listenOnLoopback,
  longAssetList,
  MessageRate,
  SimulatedMarket,
  type Upgrade,
} from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { SimulatedQuotexSocket } from './connection.ts';
import { CHALLENGE_PAGE } from './pages.ts';
import { QUIRK_VALUES, type QuotexQuirks, USUAL_QUIRKS } from './quirks.ts';
import { PASSWORD, page, passesBotProtection, SimulatedWebSite } from './site.ts';

const SYMBOLS = longAssetList(['EURUSD', 'EURUSD-OTC', 'GBPUSD', 'GBPUSD-OTC', 'USDJPY', 'BTCUSD', 'XAUUSD', 'AAPL']);

export type QuotexSimulator = BrokerSimulator & { readonly quirks: QuotexQuirks; readonly deviations: Set<Deviation> };

/**
 * Starts the simulator of Quotex on loopback: the web site and the socket at one address, with the origins `web` and
 * `ws`.
 * @param seed seed of the prices
 * @param port port on 127.0.0.1; 0 for a free port
 * @param changes changes to the default deviations (`quirks`)
 */
export async function startSimulator(
  clock: Clock,
  seed: number,
  port = 0,
  changes: Partial<QuotexQuirks> = {},
): Promise<QuotexSimulator> {
  const quirks = { ...USUAL_QUIRKS, ...changes };
  const market = new SimulatedMarket(clock, seed, SYMBOLS);
  const book = new ContractBook({
    clock,
    market,
    onEqualPrices: 'tie',
    contractId: (number) => `b0e9c7a4-0000-4000-8000-${String(number).padStart(12, '0')}`,
    accountId: (_login, kind, number) => `${Math.ceil(number / 2)}-${kind === 'demo' ? 'demo' : 'live'}`,
  });
  const script = new FaultScript(clock);
  const rate = new MessageRate(clock);
  const deviations = new Set<Deviation>();
  const site = new SimulatedWebSite({ clock, book, script, seed, quirks, deviations });
  let sockets = 0;

  const onUpgrade = (request: Parameters<typeof passesBotProtection>[0] & { readonly url: URL }): Upgrade => {
    const { searchParams, pathname } = request.url;
    const isEngine3 = pathname === '/socket.io/' && searchParams.get('EIO') === '3';
    if (!passesBotProtection(request) || request.headers.origin === undefined)
      return { refuse: page(403, CHALLENGE_PAGE) };
    if (!isEngine3 || searchParams.get('transport') !== 'websocket') return { refuse: page(400, '') };
    sockets += 1;
    const sid = `sid-${seed}-${sockets}`;
    const broker = { clock, market, book, script, quirks, deviations, loginOf: (token: string) => site.loginOf(token) };
    return { accept: (socket) => void new SimulatedQuotexSocket(socket, sid, broker) };
  };

  const door = await listenOnLoopback({ onRequest: (request) => site.answer(request), onUpgrade, rate }, port);
  script.onCut(() => door.cut());
  script.onExpire(() => site.expireSessions());
  return {
    origins: { web: door.httpOrigin, ws: door.wsOrigin },
    book,
    market,
    script,
    rate,
    line: door.line,
    quirks,
    quirkValues: QUIRK_VALUES,
    deviations,
    hints: [
      `Entra cualquier correo con la contraseña «${PASSWORD}».`,
      'Sesión pegada: token «navegador-CORREO», cookies «session=navegador-CORREO».',
    ],
    stop: () => door.stop(),
    restart: () => door.restart(),
  };
}
