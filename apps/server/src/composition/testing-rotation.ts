/**
 * Runs a rotation in a separate process, for the test that kills it. After its first transaction the process prints a
 * line and suspends itself.
 */
import { readConfig } from '#platform/config/config.ts';
import { rotateKeys } from './rotate-keys.ts';

const [VIGIA_DATA_DIR, DATABASE_URL] = process.argv.slice(2);
const forEver = new Int32Array(new SharedArrayBuffer(4));
await rotateKeys(readConfig({ VIGIA_DATA_DIR, DATABASE_URL }), (people) => {
  process.stdout.write(`${people}\n`);
  Atomics.wait(forEver, 0, 0);
});
