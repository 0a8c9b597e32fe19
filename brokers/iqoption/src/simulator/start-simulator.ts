import {
  type BrokerSimulator,
  ContractBook,
  type Deviation,
  FaultScript,
  type HttpReply,
  type HttpRequest,
  listenOnLoopback,
  MessageRate,
  SimulatedMarket,
} from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { SYMBOLS, TRANSLATIONS } from './actives.ts';
import { SimulatedIqOptionSocket } from './connection.ts';
import { type IqQuirks, QUIRK_VALUES } from './quirks.ts';
import { SIMULATED_PASSWORD, SignIn } from './sign-in.ts';
import { SimulatedBroker } from './simulated-broker.ts';

/** The simulator with its switches. */
export interface IqSimulator extends BrokerSimulator {
  readonly quirks: IqQuirks;
  readonly deviations: Set<Deviation>;
}

const SOCKET_PATH = '/echo/websocket';

/**
 * Starts the simulator of IQ Option on loopback, as docs/spec/brokers/iqoption.md describes the broker: login with a
 * second factor over HTTP, everything else on the socket. Any e-mail address can sign in with {@link
 * SIMULATED_PASSWORD}.
 * @param clock drives prices, settlement and `timeSync`
 * @param port port on 127.0.0.1; 0 for any free port
 */
export async function startSimulator(clock: Clock, seed: number, port = 0): Promise<IqSimulator> {
  const market = new SimulatedMarket(clock, seed, SYMBOLS);
  const script = new FaultScript(clock);
  const rate = new MessageRate(clock);
  const book = new ContractBook({ clock, market, onEqualPrices: 'tie' });
  const signIn = new SignIn(script);
  const broker = new SimulatedBroker({ clock, market, book, script, signIn });
  const connections = new Set<SimulatedIqOptionSocket>();
  const door = await listenOnLoopback(
    {
      rate,
      onRequest: (request) => (request.method === 'GET' ? translations(request) : signIn.answer(request)),
      onUpgrade: ({ url }) => {
        if (url.pathname !== SOCKET_PATH) return { refuse: { status: 404, body: '' } };
        return {
          accept: (socket) => {
            const connection = new SimulatedIqOptionSocket(broker, socket);
            connections.add(connection);
            socket.once('close', () => connections.delete(connection));
          },
        };
      },
    },
    port,
  );
  const cut = () => {
    for (const connection of connections) connection.cut();
  };
  script.onCut(cut);
  script.onExpire(() => {
    signIn.expireAll();
    cut();
  });
  return {
    origins: { auth: door.httpOrigin, ws: door.wsOrigin },
    book,
    market,
    script,
    rate,
    line: door.line,
    quirks: broker.quirks,
    quirkValues: QUIRK_VALUES,
    deviations: broker.deviations,
    hints: [
      `cualquier correo, con la clave ${SIMULATED_PASSWORD}`,
      'o la sesión de tu navegador: ssid navegador-CORREO',
    ],
    stop: () => door.stop(),
    restart: () => door.restart(),
  };
}

/** Answers `/api/lang/route-translations`, which the vendor's SDK requests first. */
function translations({ url }: HttpRequest): HttpReply {
  const language = url.searchParams.get('route') ?? 'en';
  const body = JSON.stringify({ isSuccessful: true, result: { [language]: TRANSLATIONS } });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}
