import type { RecordedMessage, RecordingRules, WireFrame } from '@vigia/broker-kit/port';
import { inputValue, settingsToken } from './web/pages.ts';
import { SENT_EVENTS } from './wire/events.ts';
import { FrameReader, textEvent } from './wire/frames.ts';

const under = (path: string, fields: readonly string[]): readonly string[] => fields.map((field) => `${path}.${field}`);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const DEAL = [
  'id=id',
  'ticket=id',
  'requestId',
  'asset',
  'amount',
  'command',
  'isDemo',
  'openTimestamp',
  'closeTimestamp',
  'percentProfit',
  'openPrice',
  'closePrice',
  'profit',
  'profitAmount',
];
const BALANCES = ['liveBalance', 'demoBalance', 'balance', 'accountBalance', 'isDemo'];
const PROFILE = ['id=id', 'currencyCode', ...BALANCES];
const HISTORY = ['asset', 'index', 'period', 'history.[].[]', 'candles.[].[]', 'data.[].[]'];
/** The columns of an instrument's row that the adapter reads, and its durations. */
const INSTRUMENT = [...[0, 1, 2, 3, 4, 5, 14, 18].map(String), '15.[].time'];
const list = (path: string): readonly string[] => [...under(`${path}.[]`, DEAL), ...under(`${path}.deals.[]`, DEAL)];

const EVENTS: Readonly<Record<string, readonly string[]>> = {
  s_authorization: [],
  'authorization/reject': [],
  's_account/change': ['demo'],
  s_balance: BALANCES,
  balance: BALANCES,
  's_balance/list': BALANCES,
  'balance/list': BALANCES,
  'settings/list': PROFILE,
  'instruments/list': under('[]', INSTRUMENT),
  'quotes/stream': ['[].[]'],
  'history/list/v2': HISTORY,
  'history/load': HISTORY,
  's_orders/open': DEAL,
  'f_orders/open': ['error', 'requestId', 'isDemo'],
  's_orders/close': ['profit', ...under('deals.[]', DEAL)],
  'orders/opened/list': list('').map((field) => field.replace(/^\./, '')),
  'orders/closed/list': list('').map((field) => field.replace(/^\./, '')),
};
const PACKETS = ['open', 'connected', 'disconnected', 'ping', 'pong'];
/** Texts of the packets without an event. */
const PACKET_TEXTS: Readonly<Record<string, string>> = {
  open: '0{}',
  connected: '40',
  disconnected: '41',
  ping: '2',
  pong: '3',
};
/** The request that each event answers. */
const ANSWERS: Readonly<Record<string, string>> = {
  s_authorization: SENT_EVENTS.authorize,
  'authorization/reject': SENT_EVENTS.authorize,
  's_account/change': SENT_EVENTS.changeAccount,
  'instruments/list': SENT_EVENTS.instruments,
  'history/load': SENT_EVENTS.history,
  'history/list/v2': SENT_EVENTS.subscribe,
};

/**
 * The rules for recordings of Quotex's messages (docs/spec/brokers/quotex.md §2). Each binary event is recorded as a
 * text event.
 */
export const QUOTEX_RECORDING: RecordingRules = {
  origins: { web: 'http', ws: 'ws' },
  requests: [
    { method: 'GET', path: /^\/en\/sign-in\/modal\/$/, kind: 'form', page: scrubbedPage },
    { method: 'POST', path: /^\/en\/sign-in\//, kind: 'sign-in', page: scrubbedPage },
    { method: 'GET', path: /^\/en\/trade$/, kind: 'trade', page: scrubbedPage },
    { method: 'GET', path: /^\/en\/sign-in\/?$/, kind: 'refused', page: scrubbedPage },
    { method: 'GET', path: /^\/en\/logout$/, kind: 'logout', page: () => '' },
    { method: 'GET', path: /^\/api\/v1\/cabinets\/digest$/, kind: 'digest', keep: under('data', PROFILE) },
    {
      method: 'GET',
      path: /^\/api\/v1\/cabinets\/trades\/history\/type\/(demo|live)$/,
      kind: 'history',
      keep: [...under('data.[]', DEAL), ...under('data.deals.[]', DEAL), ...under('data.data.[]', DEAL)],
    },
  ],
  keep: {
    ...Object.fromEntries(PACKETS.map((packet) => [`in ${packet}`, []])),
    ...Object.fromEntries(Object.entries(EVENTS).map(([name, fields]) => [`in event:${name}`, fields])),
    'out ping': [],
    ...Object.fromEntries(Object.values(SENT_EVENTS).map((name) => [`out event:${name}`, []])),
    [`out event:${SENT_EVENTS.open}`]: ['requestId'],
    [`out event:${SENT_EVENTS.history}`]: ['index'],
  },
  reader: (direction) => {
    const reader = new FrameReader();
    return (frame) => {
      const packet = reader.read(frame);
      if (packet === null) return [];
      if (packet.type !== 'event') return [{ kind: `${direction} ${packet.type}`, value: null }];
      return [{ kind: `${direction} event:${packet.name ?? ''}`, value: packet.args[0] ?? null }];
    };
  },
  frames: ({ kind, value }): readonly WireFrame[] => {
    const [, name = ''] = /^in event:(.*)$/.exec(kind) ?? [];
    return [
      name === '' ? (PACKET_TEXTS[kind.replace('in ', '')] ?? '2') : textEvent(name, value === null ? [] : [value]),
    ];
  },
  idOf: ({ kind, value }) => {
    const field = idField(kind);
    const id = field !== null && isRecord(value) ? value[field] : null;
    return typeof id === 'number' ? String(id) : null;
  },
  withId: (message, id): RecordedMessage => {
    const field = idField(message.kind);
    if (field === null || !isRecord(message.value)) return message;
    return { ...message, value: { ...message.value, [field]: Number(id) } };
  },
  order: `out event:${SENT_EVENTS.open}`,
  requestOf: (kind) => {
    // A pong answers a ping, with which the adapter measures the round trip.
    if (kind === 'in pong') return 'out ping';
    const request = ANSWERS[kind.replace('in event:', '')];
    return request === undefined ? null : `out event:${request}`;
  },
};

/** Returns the name of the field with which a response refers to its request. */
function idField(kind: string): string | null {
  if (/event:(?:s_|f_)?orders\/open$/.test(kind)) return 'requestId';
  return kind.endsWith('event:history/load') ? 'index' : null;
}

/** Returns a page with only the inputs and settings that the adapter reads. */
function scrubbedPage(html: string, id: (value: string) => string): string {
  const [formToken, keepCode] = [inputValue(html, '_token'), inputValue(html, 'keep_code')];
  const token = settingsToken(html);
  return [
    ...(formToken === null ? [] : [`<input name="_token" value="${id(formToken)}">`]),
    ...(keepCode === null ? [] : ['<input name="keep_code" value="1">']),
    ...(token === null ? [] : [`<script>window.settings = ${JSON.stringify({ token: id(token) })};</script>`]),
  ].join('\n');
}
