import type { World } from './harness/world.ts';

/** One fault of docs/spec/retention-and-faults.md §3, injected into the real server. */
export type Scenario = {
  /** The number of the fault in docs/spec/retention-and-faults.md §3. */
  readonly number: number;
  /** Distinguishes scenarios with the same fault in different parts of the order flow. */
  readonly variant?: 'b' | 'c' | 'd';
  readonly fault: string;
  /** The cause of the fault, for the table in the documentation. */
  readonly injection: string;
  /** Returns true if this machine can run the scenario; absent if every machine can. */
  readonly isPossible?: () => boolean;
  /**
   * Present if the short form, which `npm test` runs, excludes the scenario, because it takes long and the short form
   * has a similar scenario.
   */
  readonly isLongFormOnly?: true;
  /** Runs the scenario. The method records violations of its own expectations; the invariants are checked after it. */
  play(world: World): Promise<void>;
};

export const nameOf = ({ number, variant }: Scenario): string => `${number}${variant ?? ''}`;
