import { afterEach, expect, it, vi } from 'vitest';
import { brokerName } from './broker-name.ts';
import { loadPublicConfig } from './public-config.ts';

afterEach(() => vi.unstubAllGlobals());

it('brokerName returns the name that the server sent, or else the id of the broker with a capital first letter', async () => {
  const config = { supabaseUrl: '', supabaseAnonKey: 'k', version: '1', brokerNames: { nevado: 'Nevado Trade' } };
  vi.stubGlobal('fetch', async () => Response.json(config));
  await loadPublicConfig();
  expect([brokerName('nevado'), brokerName('andes')]).toEqual(['Nevado Trade', 'Andes']);
});
