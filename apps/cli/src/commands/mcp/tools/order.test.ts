import { createServer, type Server } from 'node:http';
import { VigiaClient } from '@vigia/client';
import { afterEach, describe, expect, it } from 'vitest';
import { ToolRefusal } from '../tool.ts';
import { placePracticeOrder } from './order.ts';

const ORDER = { symbol: 'EURUSD', direction: 'CALL', amount: 10, duration_minutes: 1 };
const PAPER = { id: 'paper', broker: 'mock', kind: 'mock', currency: 'USD', balance: 100, held: 0 };
const REAL = { ...PAPER, id: 'real', broker: 'iqoption', kind: 'real' };
const TIME = '2026-11-20T14:00:00.000Z';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server with this mode that loses the connection at every order. */
async function serverWith(mode: object) {
  const orders: { readonly key: unknown; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const answer = (data: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: true, data }));
    };
    if (request.url?.endsWith('/mode/current')) return answer({ server_time: TIME, ...mode });
    if (request.url?.includes('/payout')) return answer({ payout: 0.85 });
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      orders.push({ key: request.headers['idempotency-key'], body });
      request.socket.destroy();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = new VigiaClient({ url: `http://127.0.0.1:${address.port}`, pause: async () => {} });
  return { orders, place: () => placePracticeOrder.run(ORDER, { client, signal: new AbortController().signal }) };
}

describe('an order of an assistant', () => {
  it.each([
    ['the account in use', { mode: 'mock', account: REAL, chosen: REAL }],
    ['the chosen account', { mode: 'mock', account: PAPER, chosen: REAL }],
    ['the mode', { mode: 'iqoption_real', account: PAPER, chosen: PAPER }],
  ])('is not sent if %s has real money', async (_name, mode) => {
    const { orders, place } = await serverWith(mode);
    await expect(place()).rejects.toThrow(/dinero real/);
    expect(orders).toEqual([]);
  });

  it('states mode, account, payout and time limit, so that the server refuses it if one of them has changed', async () => {
    const { orders, place } = await serverWith({ mode: 'mock', account: PAPER, chosen: PAPER });
    await expect(place()).rejects.toThrow(ToolRefusal);
    expect(JSON.parse(orders[0]?.body ?? '')).toEqual({
      asset_symbol: 'EURUSD',
      option_type: 'CALL',
      amount: 10,
      duration: 1,
      shown_payout: 0.85,
      valid_until: '2026-11-20T14:00:15.000Z',
      mode: 'mock',
      account_id: 'paper',
    });
  });

  it('is repeated only with the same idempotency key, and has an unknown outcome if no response arrives', async () => {
    const { orders, place } = await serverWith({ mode: 'mock', account: PAPER, chosen: PAPER });
    await expect(place()).rejects.toThrow(/No se sabe si la orden se abrió/);
    expect(orders).toHaveLength(3);
    expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
    expect(orders[0]?.key).toMatch(/^[\da-f-]{36}$/);
  });
});
