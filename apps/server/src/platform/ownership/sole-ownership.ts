import type { Logger } from '../logging/logger.ts';
import type { Held, Ownership, Seeking } from './ownership.ts';
import { SHARDS } from './shard.ts';

/**
 * One process owns everything from the start and for good; nothing is written about it and no write is fenced: the lock on
 * its data folder and the database's own rules stand for it.
 */
export function createSoleOwnership(log: Pick<Logger, 'error'>): Ownership {
  const own = (name: string): Held => ({ name, fence: 0n, isTrusted: () => true });
  const begin = (name: string, taking: Promise<void>): Promise<void> =>
    taking.catch((error: unknown) => log.error({ err: error, name }, 'what this process owns could not be begun'));
  return {
    seek(name, work): Seeking {
      const taken = begin(name, work.take(own(name)));
      return { firstRound: taken, stop: () => taken.then(() => work.giveUp()) };
    },
    seekShards(kind, work): Seeking {
      const taken = Promise.all(SHARDS.map((shard) => begin(kind, work.take(shard, own(`${kind}.${shard}`))))).then(
        () => undefined,
      );
      return {
        firstRound: taken,
        async stop() {
          await taken;
          await Promise.all(SHARDS.map((shard) => work.giveUp(shard)));
        },
      };
    },
    fence: async () => undefined,
  };
}
