import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from './error-codes.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HERE = fileURLToPath(import.meta.url);

/** Every test under the `src` folders of packages, brokers and apps, this one aside. */
function testFiles(): string[] {
  return ['packages', 'brokers', 'apps']
    .flatMap((group) =>
      readdirSync(join(ROOT, group), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(ROOT, group, name, 'src')),
    )
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /[.]test[.]tsx?$/.test(file) && file !== HERE);
}

/**
 * This test only searches for the text of each code, so it finds codes that no test mentions. The other tests show when
 * the API answers with a code. Those of orders, limits and real mode are in
 * `apps/server/src/features/trading/order-refusals.int.test.ts`.
 */
describe('ERROR_STATUS', () => {
  it('contains only codes that some other test file mentions', () => {
    const words = new Set(testFiles().flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
    expect(Object.keys(ERROR_STATUS).filter((code) => !words.has(code))).toEqual([]);
  });
});
