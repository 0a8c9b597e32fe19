import type { Standing } from '../lease/lease.ts';

/** How many of so many pieces are this process's: nobody's share differs from another's by more than one, and they add up. */
export const fairShare = (pieces: number, { members, place }: Standing): number =>
  Math.floor(pieces / members) + (place < pieces % members ? 1 : 0);
