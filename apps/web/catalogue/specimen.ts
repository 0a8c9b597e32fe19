import type { ReactNode } from 'react';

/** One or more exports of shared/ui, shown in one or more states. */
export type Specimen = {
  /** The names of the exports that the specimen shows. A test compares them with the real exports. */
  readonly shows: readonly string[];
  readonly states: readonly (readonly [state: string, piece: ReactNode])[];
};
