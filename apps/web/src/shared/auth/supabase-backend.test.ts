import { PROOF_HEADER, RECOVERY_CODES_HEADER } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionOf } from '#shared/test/fake-backend.ts';
import { AUTH_STORAGE_KEY } from './stored-session.ts';
import { connectSupabase, createAuthClient } from './supabase-backend.ts';

it('createAuthClient throws an error with the text of the specification if the URL is invalid', () => {
  const create = () => createAuthClient({ supabaseUrl: 'not an address', supabaseAnonKey: 'key' }, fetch);
  expect(create).toThrow('Failed to initialize Supabase client');
});

describe('a request of the auth client that needs a re-authentication proof', () => {
  const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
  const HEADERS = { 'x-supabase-api-version': '2024-01-01' };
  const refusal = { code: 'reauthentication_needed', message: 'This needs a fresh proof that it is you' };
  const session = { ...sessionOf(), expires_at: 4_000_000_000 };
  const sent: { readonly path: string; readonly proof: string | null }[] = [];
  let supabaseUrl = '';

  beforeEach(() => {
    sent.length = 0;
    supabaseUrl = '';
    localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session));
    vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
      const { pathname: path } = new URL(String(input), window.location.origin);
      if (path === '/config.json') return Response.json({ ...CONFIG, supabaseUrl });
      const proof = new Headers(init.headers).get(PROOF_HEADER);
      sent.push({ path, proof });
      if (path.endsWith('/challenge')) return Response.json({ id: 'c', type: 'totp', expires_at: 1 });
      if (proof !== 'given') return Response.json(refusal, { status: 400, headers: HEADERS });
      const headers = { ...HEADERS, [RECOVERY_CODES_HEADER]: CODES.join(',') };
      if (path.endsWith('/verify')) return Response.json(session, { headers });
      const totp = { qr_code: '<svg/>', secret: 'ABC', uri: 'otpauth://totp/x' };
      return Response.json({ id: 'f', type: 'totp', totp });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  /** A fake user who gives a proof when asked. If `isWilling` is false, the user closes the dialog instead. */
  const person = (isWilling = true) => {
    const proofs = {
      current: null as string | null,
      asked: 0,
      ask: async () => {
        proofs.asked += 1;
        if (isWilling) proofs.current = 'given';
        return isWilling;
      },
    };
    return proofs;
  };

  it('opens the proof dialog once and is then repeated with the proof', async () => {
    const proofs = person();
    const backend = await connectSupabase(proofs);
    expect(await backend.enrollFactor('Móvil')).toMatchObject({ id: 'f' });
    expect(sent.map(({ proof }) => proof)).toEqual([null, 'given']);
    expect(await backend.confirmFactor('f', '123456')).toEqual(CODES);
    expect(await backend.confirmFactor('f', '123456')).toEqual(CODES);
    expect(proofs.asked).toBe(1);
    expect(JSON.stringify({ ...localStorage })).not.toContain(CODES[0]);
    expect(JSON.stringify({ ...localStorage })).not.toContain('given');
  });

  it('fails if the user gives no proof', async () => {
    const backend = await connectSupabase(person(false));
    await expect(backend.enrollFactor('Móvil')).rejects.toMatchObject({ code: 'reauthentication_needed' });
    expect(sent).toHaveLength(1);
  });

  it('sends no proof and does not ask for one if a hosted project stores the users', async () => {
    supabaseUrl = 'https://project.example';
    const proofs = { ...person(), current: 'given' };
    const backend = await connectSupabase(proofs);
    await expect(backend.enrollFactor('Móvil')).rejects.toMatchObject({ code: 'reauthentication_needed' });
    expect([sent.map(({ proof }) => proof), proofs.asked]).toEqual([[null], 0]);
  });
});

const CONFIG = { supabaseAnonKey: 'key', version: '1', feedFallback: null, brokerNames: {}, brokerRules: {} };
