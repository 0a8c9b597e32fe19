import type { World } from './harness/world.ts';

/** One fault of docs/spec/retention-and-faults.md §3, injected into the real server. */
export type Scenario = {
  /** The number of the fault in docs/spec/retention-and-faults.md §3. */
  readonly number: number;
  /** Distinguishes scenarios that inject the same fault at different steps of an order. */
  readonly variant?: 'b' | 'c' | 'd';
  readonly fault: string;
  /** The cause of the fault, as the documentation describes it in a table. */
  readonly injection: string;
  /** Returns true if this machine can run the scenario; absent if every machine can. */
  readonly isPossible?: () => boolean;
  /**
   * Present if the scenario runs only in the long form, so not in `npm test`. Such a scenario is slow, and a similar
   * scenario is in the short form.
   */
  readonly isLongFormOnly?: true;
  /**
   * Runs the scenario and records violations of the scenario's own expectations. Afterwards the runner checks the
   * invariants.
   */
  play(world: World): Promise<void>;
};

export const nameOf = ({ number, variant }: Scenario): string => `${number}${variant ?? ''}`;
