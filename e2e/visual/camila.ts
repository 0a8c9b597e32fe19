import { expect } from '@playwright/test';
import { z } from 'zod';
import type { DrivenServer } from '../support/driven-server.ts';
import { People, type Person } from '../support/people.ts';

/** The time at which the first trades in the pictures are decided. Camila is the user of the pictures. */
const DECIDED_MS = Date.parse('2026-11-18T13:05:00.000Z');
const OPENED_MS = Date.parse('2026-11-18T13:22:00.000Z');

const DECIDED = [
  { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 },
  { asset_symbol: 'EURUSD', option_type: 'PUT', amount: 10, duration: 5 },
  { asset_symbol: 'GBPUSD', option_type: 'CALL', amount: 25, duration: 2 },
] as const;
const OPEN = [
  { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 10 },
  { asset_symbol: 'BTCUSD', option_type: 'PUT', amount: 25, duration: 15 },
  { asset_symbol: 'USDJPY', option_type: 'CALL', amount: 10, duration: 5 },
] as const;
const SETUPS = [
  { name: 'Agotamiento', asset: 'EURUSD', timeframe: '1m', is_active: true },
  { name: 'Londres 15m', asset: 'GBPUSD', timeframe: '15m', is_active: true },
  { name: 'Oro ruptura', asset: 'XAUUSD', timeframe: '5m' },
] as const;
const STRATEGIES = [
  { name: 'RSI extremos', type: 'rsi', asset: 'EURUSD', timeframe: '1m', status: 'active' },
  { name: 'MACD Londres', type: 'macd', asset: 'GBPUSD', timeframe: '15m', status: 'active' },
  { name: 'Bandas noche', type: 'bollinger', asset: 'USDJPY', timeframe: '5m', status: 'paused' },
] as const;

const List = z.object({ data: z.array(z.unknown()) });
const Made = z.object({ data: z.object({ id: z.string() }) });

export type Camila = Person & { readonly setupId: string };

/** Creates the user Camila with trades, setups and strategies. They and their times are equal in every run. */
export async function createCamila(server: DrivenServer): Promise<Camila> {
  const people = new People(server);
  const { session, email } = await people.confirmed('Camila', { username: 'camila' });
  // Items are created one second apart, because items with equal times would have no fixed order.
  const made = async (path: string, body: unknown) => {
    await server.run(1_000);
    return people.api(path, session, body);
  };
  const untilNoneIsActive = () =>
    expect.poll(async () => List.parse(await people.api('/api/v1/trading/active', session)).data.length).toBe(0);

  await people.api('/api/v1/account/preferences', session, { default_timeframe: '1m' }, 'PUT');
  const setups = [];
  for (const setup of SETUPS) setups.push(Made.parse(await made('/api/pcr/setup', setup)).data.id);
  for (const strategy of STRATEGIES) await made('/api/v1/strategies', strategy);
  await advanceServerTo(server, DECIDED_MS);
  for (const order of DECIDED) await made('/api/v1/trading/create-option', order);
  await advanceServerTo(server, OPENED_MS);
  await untilNoneIsActive();
  for (const order of OPEN) await made('/api/v1/trading/create-option', order);
  return { email, session, setupId: setups[0] ?? '' };
}

/**
 * Advances the server's clock to this time.
 * @throws RangeError if the time has already passed
 */
export async function advanceServerTo(server: DrivenServer, momentMs: number): Promise<void> {
  if (server.nowMs > momentMs) throw new RangeError(`the server's time is ${server.nowMs - momentMs} ms too late`);
  await server.run(momentMs - server.nowMs);
}
