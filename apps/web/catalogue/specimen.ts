import type { ReactNode } from 'react';

/** A component of shared/ui in one or more of its states. */
export type Specimen = {
  /** Names of the exports that it shows; a test compares them with the real exports. */
  readonly shows: readonly string[];
  readonly states: readonly (readonly [state: string, piece: ReactNode])[];
};
