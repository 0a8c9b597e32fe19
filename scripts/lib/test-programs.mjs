import { delimiter, dirname } from 'node:path';
import { natsServer } from './nats-server.mjs';
import { promtool } from './promtool.mjs';

/**
 * Where tests find the programs of others, for the environment they run in; those that need one that cannot be had are
 * skipped by name.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function testPrograms() {
  const nats = await natsServer();
  const checker = await promtool();
  return {
    ...(nats && { NATS_SERVER: nats }),
    ...(checker && { PATH: [process.env['PATH'], dirname(checker)].join(delimiter) }),
  };
}
