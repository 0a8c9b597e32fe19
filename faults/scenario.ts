import type { World } from './harness/world.ts';

/** One fault of docs/spec/retention-and-faults.md §3, injected into the real server. */
export type Scenario = {
  /** The number of the fault in that list. */
  readonly number: number;
  /** Distinguishes scenarios with the same fault in different parts of the order flow. */
  readonly variant?: 'b' | 'c' | 'd';
  readonly fault: string;
  /** How the fault is caused, for the table in the documentation. */
  readonly injection: string;
  /** Absent if every machine can run the scenario. */
  readonly isPossible?: () => boolean;
  /**
   * Left out of the short form, which `npm test` runs, because it takes long and the short form has a similar scenario.
   */
  readonly isLongFormOnly?: true;
  /** Runs the scenario. It records violations of its own expectations; the invariants are checked afterwards. */
  play(world: World): Promise<void>;
};

export const nameOf = ({ number, variant }: Scenario): string => `${number}${variant ?? ''}`;
