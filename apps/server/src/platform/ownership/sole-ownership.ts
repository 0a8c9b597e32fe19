import type { Logger } from '../logging/logger.ts';
import type { Held, Ownership, Seeking } from './ownership.ts';
import { SHARDS } from './shard.ts';

/**
 * One process owns everything from the start and for good; nothing is written about it and no write is fenced: the lock on
 * its data folder and the database's own rules stand for it. What cannot be begun rejects the first round: nobody else will.
 */
export function createSoleOwnership(log: Pick<Logger, 'error'>): Ownership {
  const own = (name: string): Held => ({ name, fence: 0n, isTrusted: () => true });
  const seeking = (name: string, taken: Promise<unknown>, giveUp: () => Promise<unknown>): Seeking => {
    const firstRound = taken.then(() => undefined);
    const ended = firstRound.catch((error: unknown) =>
      log.error({ err: error, name }, 'what this process owns could not be begun'),
    );
    return { firstRound, stop: () => ended.then(giveUp).then(() => undefined) };
  };
  return {
    seek: (name, work) => seeking(name, work.take(own(name)), () => work.giveUp()),
    seekShards: (kind, work) =>
      seeking(kind, Promise.all(SHARDS.map((shard) => work.take(shard, own(`${kind}.${shard}`)))), () =>
        Promise.all(SHARDS.map((shard) => work.giveUp(shard))),
      ),
    fence: async () => undefined,
  };
}
