import type { World } from './harness/world.ts';

/** One fault of docs/spec/retention-and-faults.md §3, injected into the real server. */
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
  /** Left out of the short form that `npm test` runs: it takes long, and a similar scenario is in it. */
  readonly isLongFormOnly?: true;
  /** Plays it; what must hold is checked afterwards, and what this scenario alone must show is noted on the way. */
  play(world: World): Promise<void>;
};

export const nameOf = ({ number, variant }: Scenario): string => `${number}${variant ?? ''}`;
