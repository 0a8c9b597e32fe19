import { delimiter, dirname } from 'node:path';
import { ensureProgram, programPath } from './debian-program.mjs';

const NATS_SERVER = {
  name: 'nats-server',
  variable: 'NATS_SERVER',
  debianPackage: 'nats-server',
  debianFile: 'usr/sbin/nats-server',
};

/** The program that checks the alert rules of Prometheus. */
const PROMTOOL = {
  name: 'promtool',
  variable: 'PROMTOOL',
  debianPackage: 'prometheus',
  debianFile: 'usr/bin/promtool',
};

/** Returns the path of a NATS server. @throws Stop if there is none and none can be installed */
export const ensureNatsServer = () => ensureProgram(NATS_SERVER);

/**
 * Returns environment variables with the paths of the programs that tests need. If a program is missing, its tests are
 * skipped.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function testPrograms() {
  const nats = await programPath(NATS_SERVER);
  const checker = await programPath(PROMTOOL);
  return {
    ...(nats && { NATS_SERVER: nats }),
    ...(checker && { PATH: [process.env['PATH'], dirname(checker)].join(delimiter) }),
  };
}
