import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { INSTALLATION_LOCKS, SUBJECT_LOCKS } from './advisory-locks.ts';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const isProduct = (file: string) => /[.](ts|sql)$/.test(file) && !/[.]test[.]ts$|(^|\/)testing[^/]*$/.test(file);

it.each([
  ['installation', INSTALLATION_LOCKS],
  ['subject', SUBJECT_LOCKS],
])('each %s lock has its own key', (_kind, locks) => {
  const keys = Object.values(locks);
  expect(new Set<string | number>(keys).size).toBe(keys.length);
});

it('the file advisory-locks.ts is the only one that takes advisory locks', () => {
  const takers = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isProduct(file) && /pg_(try_)?advisory/.test(readFileSync(join(SERVER, file), 'utf8')));
  expect(takers).toEqual(['platform/persistence/advisory-locks.ts']);
});
