import type { RecordedMessage, RecordingRules } from '@vigia/broker-kit/port';
import { isRecord, parseJson } from './wire/frames.ts';

const CANDLE = ['from', 'to', 'open', 'close', 'min', 'max'];
const under = (path: string, fields: readonly string[]): readonly string[] => fields.map((field) => `${path}.${field}`);

const WALLET = ['id=id', 'type', 'amount', 'bonus_amount', 'currency', 'is_marginal'];
const ACTIVE = [
  'id',
  'name',
  'ticker',
  'group_id',
  'precision',
  'enabled',
  'is_suspended',
  'deadtime',
  'minimal_bet',
  'maximal_bet',
  'minmax.min',
  'minmax.max',
  'schedule.[].[]',
  'option.count',
  'option.expiration_times.[]',
  'option.profit.commission',
];
const POSITION = [
  'id=id',
  'external_id=id',
  'user_balance_id=id',
  'version',
  'status',
  'instrument_type',
  'active_id',
  'invest',
  'investment',
  'direction',
  'expiration_time',
  'expiration_value',
  'open_quote',
  'open_time',
  'close_quote',
  'close_time',
  'close_reason',
  'close_profit',
  'pnl_net',
  'pnl_realized',
  'pnl',
  'expected_profit',
  ...under('raw_event.binary_options_option_changed1', ['direction', 'expiration_time', 'profit_percent']),
  ...under('raw_event.digital_options_position_changed1', [
    'order_ids.[]=id',
    'instrument_dir',
    'instrument_expiration',
  ]),
];
const ORDER = ['instrument_type', 'status', 'raw_event.digital_options_order_changed1.id=id'];
const OPTION = ['id=id', 'exp', 'profit_income', 'time_rate', 'created_millisecond', 'value', 'message'];

const UNDERLYING = ['active_id', 'is_suspended', 'name', 'schedule.[].open', 'schedule.[].close'];
const INSTRUMENT = [
  'asset_id',
  'index',
  'expiration',
  'period',
  'deadtime',
  ...under('data.[]', ['direction', 'strike', 'symbol']),
];
const PRICE = ['strike', 'call.symbol', 'call.ask', 'put.symbol', 'put.ask'];

/** Names of the requests that a recording may contain. Only the name is recorded; no field of a body is needed. */
const REQUESTS = [
  'authenticate',
  'setOptions',
  'heartbeat',
  'subscribeMessage:balances.balance-changed',
  'subscribeMessage:portfolio.position-changed',
  'subscribeMessage:portfolio.order-changed',
  'subscribeMessage:digital-option-instruments.underlying-list-changed',
  'subscribeMessage:quote-generated',
  'unsubscribeMessage:quote-generated',
  'subscribeMessage:trading-settings.digital-option-client-price-generated',
  'unsubscribeMessage:trading-settings.digital-option-client-price-generated',
  'core.get-profile',
  'balances.get-available-balances',
  'features.get-features',
  'quotes-history.get-candles',
  'binary-options.get-initialization-data',
  'binary-options.open-option',
  'digital-option-instruments.get-underlying-list',
  'digital-option-instruments.get-instruments',
  'digital-options.place-digital-option',
  'portfolio.get-positions',
  'portfolio.get-history-positions',
];
const sent = REQUESTS.map((name): [string, readonly string[]] => [
  `out ${name.includes('.') && !name.includes(':') ? `sendMessage:${name}` : name}`,
  ['request_id'],
]);

/** The rules for recordings of IQ Option's messages (docs/spec/brokers/iqoption.md §2). */
export const IQ_OPTION_RECORDING: RecordingRules = {
  origins: { auth: 'http', ws: 'ws' },
  requests: [
    { method: 'POST', path: /^\/api\/v2\/login$/, kind: 'login', keep: ['code', 'ssid=id', 'token=id', 'data.ttl'] },
    { method: 'POST', path: /^\/api\/v2\/verify\/2fa$/, kind: 'verify', keep: ['code', 'token=id'] },
    { method: 'POST', path: /^\/api\/v2\/logout$/, kind: 'logout', keep: ['code'] },
  ],
  keep: {
    '*': ['name', 'request_id', 'status', 'microserviceName'],
    ...Object.fromEntries(sent),
    'in authenticated': ['msg'],
    'in timeSync': ['msg'],
    'in heartbeat': ['msg'],
    'in result': ['msg.success'],
    'in profile': ['msg.result.user_id=id'],
    'in features': ['msg.features.[].name', 'msg.features.[].status'],
    'in available-balances': under('msg.[]', WALLET),
    'in balance-changed': under('msg.current_balance', WALLET),
    'in initialization-data': [
      'msg.currency',
      'msg.groups.#',
      ...['binary', 'turbo', 'blitz'].flatMap((product) => under(`msg.${product}.actives.#`, ACTIVE)),
    ],
    'in candles': under('msg.candles.[]', CANDLE),
    'in quote-generated': under('msg', ['active_id', 'time', 'value']),
    'in option': under('msg', OPTION),
    'in underlying-list': ['msg.type', ...under('msg.underlying.[]', UNDERLYING)],
    'in underlying-list-changed': ['msg.type', ...under('msg.underlying.[]', UNDERLYING)],
    'in instruments': under('msg.instruments.[]', INSTRUMENT),
    'in digital-option-client-price-generated': [
      'msg.asset_id',
      'msg.instrument_index',
      ...under('msg.prices.[]', PRICE),
    ],
    'in digital-option-placed': ['msg.id=id', 'msg.message'],
    'in order-changed': under('msg', ORDER),
    'in position-changed': under('msg', POSITION),
    'in positions': under('msg.positions.[]', POSITION),
    'in history-positions': under('msg.positions.[]', POSITION),
  },
  reader: (direction) => (frame) => {
    const value = typeof frame === 'string' ? parseJson(frame) : undefined;
    if (!isRecord(value) || typeof value['name'] !== 'string') return [];
    return [{ kind: `${direction} ${kindOf(value['name'], value['msg'])}`, value }];
  },
  frames: ({ value }) => [JSON.stringify(value)],
  idOf: ({ value }) => {
    const id = isRecord(value) ? value['request_id'] : null;
    return typeof id === 'string' && id !== '' ? id : null;
  },
  withId: (message, id): RecordedMessage => ({
    ...message,
    value: isRecord(message.value) ? { ...message.value, request_id: id } : message.value,
  }),
  order: 'out sendMessage:binary-options.open-option',
  // The refusal of an authentication is the only reply without a request id.
  requestOf: (kind) => (kind === 'in authenticated' ? 'out authenticate' : null),
};

/** Returns the kind of a message. Requests to services have the method or the event in their body. */
function kindOf(name: string, msg: unknown): string {
  const called = isRecord(msg) ? msg['name'] : undefined;
  return name.endsWith('Message') && typeof called === 'string' ? `${name}:${called}` : name;
}
