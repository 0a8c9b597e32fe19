import { expect, it } from 'vitest';
import { createAuthClient } from './supabase-backend.ts';

it('the auth client reports by its fixed text that its address cannot be used', () => {
  const create = () => createAuthClient({ supabaseUrl: 'not an address', supabaseAnonKey: 'key' }, fetch);
  expect(create).toThrow('Failed to initialize Supabase client');
});
