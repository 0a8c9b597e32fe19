import { expect, it } from 'vitest';
import { createAuthClient } from './supabase-backend.ts';

it('createAuthClient throws the fixed text of the specification for an invalid URL', () => {
  const create = () => createAuthClient({ supabaseUrl: 'not an address', supabaseAnonKey: 'key' }, fetch);
  expect(create).toThrow('Failed to initialize Supabase client');
});
