import { type Loopback, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';
import { z } from 'zod';

/**
 * A platform that answers with frames from recordings of sister brands, in their order and with all their fields
 * (docs/spec/brokers/iqoption.md, mark S). The values are invented. The platform shares no code with the simulator, so
 * a misunderstanding in one of them does not affect the other. It sells one pair as turbo and blitz option and books
 * nothing by itself.
 */
export type RecordedPlatform = {
  readonly origins: Readonly<Record<string, string>>;
  /** Bodies of the received orders. */
  readonly orders: readonly Readonly<Record<string, unknown>>[];
  /** Names of the received calls and subscriptions, in order. */
  readonly asked: readonly string[];
  /** Reaction to an order; `opened` by default. */
  onOrder: 'opened' | 'cut' | { readonly status: number; readonly message: string };
  /** Rows in the response of the history. */
  history: readonly object[];
  /** Sends an event to every client. */
  event(microserviceName: string, name: string, msg: object): void;
  stop(): Promise<void>;
};

const USER = 90_210_044;
export const DEMO_WALLET = 771_245_156;
export const OPTION_ID = 13_607_000_149;
const PAIR = 1_861;
const SCHEDULE_DAYS = 7;
const DAY_S = 86_400;

const wallet = (id: number, type: number, amount: number) => ({
  id,
  type,
  amount,
  bonus_amount: 0,
  currency: 'USD',
  is_fiat: true,
  is_marginal: true,
  auth_amount: 0,
});

const WALLETS = [wallet(DEMO_WALLET - 1, 1, 0), wallet(DEMO_WALLET, 4, 10_000)];

const active = (nowMs: number, ticker: string, changes: object) => ({
  id: PAIR,
  name: `front.${ticker}`,
  ticker,
  group_id: 1,
  precision: 6,
  enabled: true,
  is_suspended: false,
  is_buyback: false,
  deadtime: 30,
  buyback_deadtime: 30,
  minimal_bet: 1,
  maximal_bet: 20_000,
  minmax: { min: 1, max: 20_000 },
  provider: 'front.mixed',
  schedule: Array.from({ length: SCHEDULE_DAYS }, (_, day) => {
    const fromS = Math.floor(nowMs / 1_000 / DAY_S) * DAY_S + (day - 1) * DAY_S;
    return [fromS, fromS + DAY_S];
  }),
  option: { count: 5, expiration_times: [60], profit: { commission: 15, refund_min: 0, refund_max: 0 }, special: {} },
  ...changes,
});

function initialization(nowMs: number): object {
  const pair = active(nowMs, 'EURUSD-op', {});
  const old = active(nowMs, 'EURUSD', { id: 1, is_suspended: true });
  const option = { expiration_times: [5, 10, 15, 30, 45], profit: { commission: 15, refund_min: 0, refund_max: 0 } };
  return {
    currency: 'USD',
    is_blacklisted: false,
    groups: { 1: 'front.Forex' },
    binary: { actives: {}, list: [] },
    turbo: { actives: { 1: old, [PAIR]: pair }, list: [] },
    blitz: { actives: { [PAIR]: { ...pair, option } }, list: [] },
  };
}

/** Returns a position in the form of `position-changed` and of the history. */
export const position = (changes: object) => ({
  version: 1,
  id: '5f0e1c34-0000-4000-8000-00000000a149',
  external_id: OPTION_ID,
  user_id: USER,
  user_balance_id: DEMO_WALLET,
  active_id: PAIR,
  instrument_type: 'blitz-option',
  source: 'binary-options',
  type: 'long',
  leverage: 1,
  status: 'open',
  invest: 10,
  invest_enrolled: 10,
  expected_profit: 18.5,
  pnl: 0,
  pnl_net: 0,
  pnl_realized: 0,
  swap: 0,
  ...changes,
});

const Request = z.object({
  name: z.string(),
  request_id: z.string(),
  msg: z.record(z.string(), z.unknown()).catch({}),
});
const OrderBody = z.record(z.string(), z.unknown());

/** Starts the platform on loopback. @param clock drives its `timeSync` */
export async function startRecordedPlatform(clock: Clock): Promise<RecordedPlatform> {
  const sockets = new Set<WebSocket>();
  const orders: Readonly<Record<string, unknown>>[] = [];
  const asked: string[] = [];
  const send = (socket: WebSocket, frame: object): void => socket.send(JSON.stringify(frame));
  const talk = (socket: WebSocket): void => {
    sockets.add(socket);
    send(socket, { name: 'front', msg: 'ws07.ws.prod.invalid', session_id: '1234567' });
    const cancel: Cancel = clock.every(durationMs(1_000), () => send(socket, { name: 'timeSync', msg: clock.now() }));
    socket.once('close', () => {
      cancel();
      sockets.delete(socket);
    });
    socket.on('message', (text) => answer(socket, Request.parse(JSON.parse(String(text)))));
  };
  const answer = (socket: WebSocket, { name, request_id: requestId, msg }: z.infer<typeof Request>): void => {
    if (name === 'authenticate')
      return send(socket, { name: 'authenticated', request_id: requestId, msg: true, client_session_id: 'c-1' });
    const call = String(msg['name'] ?? name);
    asked.push(call);
    if (call === 'binary-options.open-option') return take(socket, requestId, OrderBody.parse(msg['body']));
    send(socket, { name: 'result', request_id: requestId, msg: { success: true } });
    const data = answers(call);
    if (name === 'sendMessage' && data)
      send(socket, { name: data[0], request_id: requestId, status: 2_000, msg: data[1] });
  };
  const answers = (call: string): readonly [string, unknown] | null => {
    switch (call) {
      case 'core.get-profile':
        return ['profile', { isSuccessful: true, message: [], result: { user_id: USER, balance_id: DEMO_WALLET } }];
      case 'features.get-features':
        return ['features', { features: [{ id: 1, name: 'blitz-instrument', status: 'enabled', version: 1 }] }];
      case 'balances.get-available-balances':
        return ['available-balances', WALLETS];
      case 'binary-options.get-initialization-data':
        return ['initialization-data', initialization(clock.now())];
      case 'portfolio.get-positions':
        return ['positions', { limit: 100, total: 0, positions: [] }];
      case 'portfolio.get-history-positions':
        return ['history-positions', { limit: 100, positions: platform.history }];
      default:
        return null;
    }
  };
  const take = (socket: WebSocket, requestId: string, body: Readonly<Record<string, unknown>>): void => {
    orders.push(body);
    const { onOrder } = platform;
    if (onOrder === 'cut') return socket.terminate();
    send(socket, { name: 'result', request_id: requestId, msg: { success: true } });
    if (onOrder !== 'opened') {
      const { status, message } = onOrder;
      return send(socket, { name: 'option', request_id: requestId, status, msg: { message, result: {} } });
    }
    const nowMs = clock.now();
    const changed = { ...WALLETS[1], amount: 9_990 };
    platform.event('balances', 'balance-changed', { current_balance: changed, id: DEMO_WALLET, user_id: USER });
    platform.event('portfolio', 'position-changed', position({ open_time: nowMs, open_quote: 1.158_321 }));
    send(socket, {
      name: 'option',
      request_id: requestId,
      status: 2_000,
      msg: {
        user_id: USER,
        id: OPTION_ID,
        refund_value: 0,
        price: body['price'],
        exp: Math.floor(nowMs / 1_000) + 5,
        created: Math.floor(nowMs / 1_000),
        created_millisecond: nowMs,
        time_rate: Math.floor(nowMs / 1_000),
        type: 'blitz',
        act: PAIR,
        direction: body['direction'],
        exp_value: 0,
        value: 1.158_321,
        profit_income: 185,
        profit_return: 0,
        client_platform_id: 9,
        rollover_params: { amount_multiplier: 2, max_count: 1, offset: 0, deadtime: 7 },
      },
    });
  };
  const login = { code: 'success', ssid: 'f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0' };
  const door: Loopback = await listenOnLoopback({
    onRequest: () => ({ status: 200, body: JSON.stringify(login) }),
    onUpgrade: () => ({ accept: talk }),
  });
  const platform: RecordedPlatform = {
    origins: { auth: door.httpOrigin, ws: door.wsOrigin },
    orders,
    asked,
    onOrder: 'opened',
    history: [],
    event: (microserviceName, name, msg) => {
      for (const socket of sockets) send(socket, { microserviceName, name, msg });
    },
    stop: () => door.stop(),
  };
  return platform;
}
