import type { ReactNode } from 'react';

/** A group of exports of shared/ui in one or more states. */
export type Specimen = {
  /** Names of the exports that the specimen shows. A test compares them with the real exports. */
  readonly shows: readonly string[];
  readonly states: readonly (readonly [state: string, piece: ReactNode])[];
};
