/** A rotation in a process of its own, for the test that kills it: after its first transaction it says so and stands still. */
import { readConfig } from '#platform/config/config.ts';
import { rotateKeys } from './rotate-keys.ts';

const [VIGIA_DATA_DIR, DATABASE_URL] = process.argv.slice(2);
const forEver = new Int32Array(new SharedArrayBuffer(4));
await rotateKeys(readConfig({ VIGIA_DATA_DIR, DATABASE_URL }), (people) => {
  process.stdout.write(`${people}\n`);
  Atomics.wait(forEver, 0, 0);
});
