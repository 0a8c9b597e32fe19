import type { RecordedMessage, RecordingRules } from '@vigia/broker-kit/port';
import { isRecord, parseJson } from './wire/frame.ts';

const under = (path: string, fields: readonly string[]): readonly string[] => fields.map((field) => `${path}.${field}`);

/** Names of the calls whose requests a recording may contain. The name is a key of the request. */
const CALLS = [
  'authorize',
  'logout',
  'ping',
  'time',
  'balance',
  'active_symbols',
  'contracts_for',
  'ticks_history',
  'ticks',
  'buy',
  'sell',
  'topup_virtual',
  'proposal_open_contract',
  'proposal',
  'portfolio',
  'profit_table',
  'forget',
];
const ASSET = [
  'underlying_symbol',
  'underlying_symbol_name',
  'symbol',
  'display_name',
  'market',
  'pip_size',
  'pip',
  'exchange_is_open',
  'is_trading_suspended',
];
const CONTRACT = [
  'contract_id=id',
  'contract_type',
  'underlying_symbol',
  'underlying',
  'symbol',
  'buy_price',
  'payout',
  'profit',
  'status',
  'is_sold',
  'entry_spot',
  'entry_spot_time',
  'entry_tick',
  'entry_tick_time',
  'exit_spot',
  'sell_price',
  'exit_spot_time',
  'exit_tick',
  'exit_tick_time',
  'tick_count',
  'date_start',
  'date_expiry',
  'date_settlement',
  'sell_time',
  'expiry_time',
  'purchase_time',
  'shortcode',
  'id=id',
];
const OFFER = [
  'contract_type',
  'expiry_type',
  'start_type',
  'barriers',
  'min_contract_duration',
  'max_contract_duration',
  'min_stake',
  'max_stake',
];
const ACCOUNT = ['account_id=id', 'balance', 'currency', 'status', 'account_type'];

/** The rules for recordings of Deriv's messages (docs/spec/brokers/deriv.md §2, §3). */
export const DERIV_RECORDING: RecordingRules = {
  origins: { rest: 'http', v3: 'ws' },
  requests: [
    {
      method: 'GET',
      path: /^\/trading\/v1\/options\/accounts$/,
      kind: 'accounts',
      keep: [...under('data.[]', ACCOUNT), 'errors.[].code', 'errors.[].message'],
    },
    {
      method: 'POST',
      path: /^\/trading\/v1\/options\/accounts\/[^/]+\/otp$/,
      kind: 'otp',
      keep: ['data.url=url', 'errors.[].code', 'errors.[].message'],
    },
  ],
  keep: {
    '*': ['msg_type', 'req_id', 'subscription.id=id', 'echo_req.ticks_history', 'error.code', 'error.details.field'],
    ...Object.fromEntries(CALLS.map((call) => [`out ${call}`, [call === 'ticks_history' ? call : 'req_id']])),
    'in authorize': [...under('authorize', ['loginid=id', 'balance', 'currency', 'is_virtual', 'scopes.[]'])],
    'in balance': under('balance', ['loginid=id', 'balance', 'currency', 'id=id']),
    'in active_symbols': under('active_symbols.[]', ASSET),
    'in contracts_for': under('contracts_for.available.[]', OFFER),
    'in time': ['time'],
    'in ping': ['ping'],
    'in forget': ['forget'],
    'in logout': ['logout'],
    'in tick': under('tick', ['symbol', 'epoch', 'quote', 'id=id']),
    'in history': ['history.prices.[]', 'history.times.[]', 'pip_size'],
    'in candles': under('candles.[]', ['epoch', 'open', 'high', 'low', 'close']),
    'in proposal': under('proposal', ['id=id', 'ask_price', 'payout']),
    'in buy': under('buy', ['contract_id=id', 'buy_price', 'payout', 'start_time', 'purchase_time']),
    'in proposal_open_contract': under('proposal_open_contract', CONTRACT),
    'in portfolio': under('portfolio.contracts.[]', CONTRACT),
    'in profit_table': under('profit_table.transactions.[]', CONTRACT),
  },
  reader: (direction) => (frame) => {
    const value = parseJson(typeof frame === 'string' ? frame : Buffer.from(frame).toString('utf8'));
    if (!isRecord(value)) return [];
    const type = direction === 'in' ? value['msg_type'] : CALLS.find((call) => value[call] !== undefined);
    return typeof type === 'string' ? [{ kind: `${direction} ${type}`, value }] : [];
  },
  frames: ({ value }) => [JSON.stringify(value)],
  idOf: ({ value }) => {
    const id = isRecord(value) ? value['req_id'] : null;
    return typeof id === 'number' ? String(id) : null;
  },
  withId: (message, id): RecordedMessage => ({
    ...message,
    value: isRecord(message.value) ? { ...message.value, req_id: Number(id) } : message.value,
  }),
  order: 'out buy',
  requestOf: () => null,
};
