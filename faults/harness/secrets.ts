import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

/**
 * Returns the texts that must not appear in a log: the access tokens of this run's users, and the contents of the key
 * folder, raw and in hexadecimal.
 */
export function secretsOf({
  people,
  dataFolder,
  simulatedBrokers,
}: World): readonly { readonly name: string; readonly text: string }[] {
  const keys = join(dataFolder, 'keys');
  return [
    ...people.flatMap(({ userId, token, refresh }) => [
      { name: `the access token of ${userId}`, text: token },
      { name: `the refresh token of ${userId}`, text: refresh },
    ]),
    ...(simulatedBrokers?.secrets ?? []).map((text) => ({ name: 'what a user signs in with at a broker', text })),
    ...readdirSync(keys).flatMap((file) => {
      const bytes = readFileSync(join(keys, file));
      return (['utf8', 'hex', 'base64'] as const).map((encoding) => ({
        name: `the file ${file}`,
        text: bytes.toString(encoding).trim(),
      }));
    }),
  ];
}
