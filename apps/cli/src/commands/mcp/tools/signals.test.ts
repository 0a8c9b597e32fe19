import { createServer, type Server } from 'node:http';
import { VigiaClient } from '@vigia/client';
import { afterEach, describe, expect, it } from 'vitest';
import { SIGNAL_TOOLS } from './signals.ts';

const PCR_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const STRATEGY_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964fe';
const COMMON = {
  asset: 'EURUSD',
  timeframe: '5m',
  direction: 'CALL',
  entry_price: 1.085,
  entry_time: '2026-11-20T14:00:00.000Z',
  expiration_time: '2026-11-20T14:05:00.000Z',
  expiry: 5,
  expiry_seconds: null,
  expiry_ticks: null,
  settle_price: 1.086,
  status: 'won',
  seq: 7,
  hash: 'abc',
  decision: null,
};
const PCR = {
  ...COMMON,
  id: PCR_ID,
  setup_name: 'Mío',
  entry_point: 'zona_fina',
  sequence: { color: 'green', length: 4, end_time: '2026-11-20T13:55:00.000Z' },
  zone: { kind: 'demand', zona_fina: { low: 1.08, high: 1.081 }, zona_ancha: { low: 1.079, high: 1.082 } },
  criteria: [{ criterion: 'length', held: true, value: 4, limit: [3, 10] }],
  filter_results: [{ filter: 'rsi', passed: true, value: 41, limit: { callMax: 45 } }],
  confidence: 0.7,
  break_even: 0.54,
};
const STRATEGY = {
  ...COMMON,
  id: STRATEGY_ID,
  entry_time: '2026-11-20T14:10:00.000Z',
  strategy_name: 'RSI',
  payout: 0.85,
  criteria: [
    {
      condition: { test: 'above', left: { of: 'price', ago: 0 }, right: { of: 'number', value: 1 }, candles: 1 },
      is_met: true,
      values: [1.085, null],
    },
  ],
  decision: {
    decision: 'refused',
    at: '2026-11-20T14:10:01.000Z',
    code: 'kill_switch',
    message: 'Todo está detenido.',
  },
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Calls a tool of signals at a server with one signal of a setup and a newer one of a strategy. */
async function call(name: string, input: object) {
  const server = createServer((request, response) => {
    const data = request.url === '/api/pcr/signals' ? { signals: [PCR] } : [STRATEGY];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, data }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = new VigiaClient({ url: `http://127.0.0.1:${address.port}` });
  const tool = SIGNAL_TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.run(input, { client, signal: new AbortController().signal });
}

describe('the tools of signals', () => {
  it('list the signals of setups and strategies together, newest first, or only one kind on request', async () => {
    const both = await call('list_signals', {});
    expect(both.text.split('\n')).toEqual([
      `2026-11-20 14:10:00 UTC EURUSD 5m CALL (sube), estrategia «RSI»: ganada (${STRATEGY_ID})`,
      `2026-11-20 14:00:00 UTC EURUSD 5m CALL (sube), setup «Mío»: ganada (${PCR_ID})`,
    ]);
    expect((await call('list_signals', { kind: 'pcr' })).text).not.toContain('RSI');
    expect((await call('list_signals', { limit: 1 })).data['signals']).toHaveLength(1);
  });

  it('explain a signal of a setup with its measured values, and its confidence beside the break-even rate', async () => {
    const { text } = await call('explain_signal', { signal_id: PCR_ID });
    expect(text).toContain('- longitud de la secuencia: 4 (límite [3,10]), se cumple');
    expect(text).toContain('- filtro rsi: 41 (límite {"callMax":45}), se cumple');
    expect(text).toContain('Confianza 70.0%, que es una puntuación y no una probabilidad de ganar; equilibrio 54.0%.');
    expect(text).toContain('Sin orden automática.');
    expect(text).toContain('Sello 7: abc.');
  });

  it('explain a signal of a strategy with its conditions, and state why it was not traded', async () => {
    const { text } = await call('explain_signal', { signal_id: STRATEGY_ID });
    expect(text).toMatch(/- .+ está por encima .+: se cumple \(valores 1\.085; sin valor\)/);
    expect(text).toContain('No se operó: Todo está detenido.');
    expect(text).toContain('Pago 85.0%; equilibrio 54.1%.');
  });

  it('state that an unknown signal is not among the latest signals', async () => {
    await expect(call('explain_signal', { signal_id: PCR_ID.replace('6f', '00') })).rejects.toThrow(/cien últimas/);
  });
});
