import type { RecordedMessage, RecordingRules } from '@vigia/broker-kit/port';
import { EVENT_CODE, STARTUP_SUBSCRIPTIONS } from './wire/codes.ts';
import { jsonOrNull } from './wire/frames.ts';

const under = (path: string, fields: readonly string[]): readonly string[] => fields.map((field) => `${path}.${field}`);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ENVELOPE = ['e', 't', 'uuid', 'ts'];
const DEAL = [
  'id=id',
  'status',
  'pair',
  'dir',
  'amount',
  'winperc',
  'duration',
  'account_id=id',
  'time_open',
  'time_close',
  'curs_open',
  'curs_close',
  'balance_change',
];
const PAIR = [
  'id',
  'name',
  'title',
  'group',
  'precision',
  'winperc',
  'min_duration',
  'max_duration',
  'min_amount',
  'max_amount',
  'locked',
  'locked_trading',
  'active',
];
const PAYOUT = ['pair', 'winperc', 'profitability'];
const CODES = [...new Set([...Object.values(EVENT_CODE), ...STARTUP_SUBSCRIPTIONS.flat()])];

const FIELDS: Readonly<Record<number, readonly string[]>> = {
  [EVENT_CODE.tick]: under('d.[]', ['p', 't', 'q']),
  [EVENT_CODE.candles]: ['d.[].p', ...under('d.[].candles.[]', ['t', 'time', 'open', 'high', 'low', 'close'])],
  [EVENT_CODE.balances]: under('d.[]', ['account_id=id', 'group', 'amount', 'currency']),
  [EVENT_CODE.limits]: ['d.*.min', 'd.*.max'],
  [EVENT_CODE.pairs]: under('d.[]', PAIR),
  [EVENT_CODE.instruments]: under('d.[]', PAIR),
  [EVENT_CODE.stocks]: under('d.[]', PAIR),
  [EVENT_CODE.payouts]: under('d.[]', PAYOUT),
  [EVENT_CODE.payoutUpdate]: under('d.[]', PAYOUT),
  [EVENT_CODE.payoutsUpdate]: under('d.[]', PAYOUT),
  [EVENT_CODE.open]: under('d.[]', DEAL),
  [EVENT_CODE.accepted]: under('d.[]', DEAL),
  [EVENT_CODE.interim]: under('d.[]', DEAL),
  [EVENT_CODE.closed]: under('d.[]', DEAL),
  [EVENT_CODE.openDeals]: under('d.[]', DEAL),
  [EVENT_CODE.subscribe]: ['d.[]'],
};

/** The rules for recordings of Olymp Trade's messages (docs/spec/brokers/olymptrade.md §2). */
export const OLYMP_TRADE_RECORDING: RecordingRules = {
  origins: { ws: 'ws', api: 'http' },
  requests: [{ method: 'POST', path: /^\/v3\/cabinet\/deals-history$/, kind: 'history', keep: under('data.[]', DEAL) }],
  keep: {
    '*': ENVELOPE,
    ...Object.fromEntries(CODES.map((code) => [`in ${code}`, FIELDS[code] ?? []])),
    // Only the code and the id of a request are recorded.
    ...Object.fromEntries(CODES.map((code) => [`out ${code}`, []])),
  },
  reader: (direction) => (frame) => {
    const messages = jsonOrNull(typeof frame === 'string' ? frame : Buffer.from(frame).toString('utf8'));
    return (Array.isArray(messages) ? messages : [])
      .filter(isRecord)
      .map((value) => ({ kind: `${direction} ${String(value['e'])}`, value }));
  },
  frames: ({ value }) => [JSON.stringify([value])],
  idOf: ({ value }) => {
    const uuid = isRecord(value) ? value['uuid'] : null;
    return typeof uuid === 'string' ? uuid : null;
  },
  withId: (message, id): RecordedMessage => ({
    ...message,
    value: isRecord(message.value) ? { ...message.value, uuid: id } : message.value,
  }),
  order: `out ${EVENT_CODE.open}`,
  // The reply to a subscription has no id, and snapshots are not replies.
  requestOf: () => null,
};
