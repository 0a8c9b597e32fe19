import type { World } from './harness/world.ts';

/** One fault of RELIABILITY's list, brought about on the real server. */
export type Scenario = {
  /** Its number in the list. */
  readonly number: number;
  /** The same fault on another way of an order. */
  readonly variant?: 'b' | 'c';
  readonly fault: string;
  /** How it is brought about, for the table. */
  readonly injection: string;
  /** Where this machine may not allow it. */
  readonly isPossible?: () => boolean;
  /** At most so many seeds in `npm test`; left out: as many as all. */
  readonly seedsWhereTimeIsShort?: 0 | 1;
  /** Plays it; what must hold is checked afterwards, and what this scenario alone must show is noted on the way. */
  play(world: World): Promise<void>;
};

export const nameOf = ({ number, variant }: Scenario): string => `${number}${variant ?? ''}`;
