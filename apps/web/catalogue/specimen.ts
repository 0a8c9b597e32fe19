import type { ReactNode } from 'react';

/** A piece of shared/ui in one or more of its states. */
export type Specimen = {
  /** The exports it shows, by name: what a test holds against what there is. */
  readonly shows: readonly string[];
  readonly states: readonly (readonly [state: string, piece: ReactNode])[];
};
