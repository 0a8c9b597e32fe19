import { describe } from 'vitest';
import { findNatsServer } from './find-nats-server.ts';

/**
 * Describes tests that need a real NATS server. The tests are skipped on a machine without one, unless VIGIA_NATS is
 * `required`.
 */
export function describeWithNats(name: string, tests: () => void): void {
  const isThere = findNatsServer() !== null;
  if (!isThere && process.env['VIGIA_NATS'] === 'required') throw new Error('there is no nats-server to test with');
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- both are the caller's
  describe.skipIf(!isThere)(name, tests);
}
