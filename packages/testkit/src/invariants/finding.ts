import type postgres from 'postgres';

/** The invariants of trading that can be read off its own records. */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12';

/** One place where an invariant does not hold. */
export type Finding = { readonly invariant: Invariant; readonly what: string };

/** A connection that may read what trading writes; the app role's will do. */
export type Reader = postgres.Sql;

/** Findings of one invariant, from the sentences about each. */
export const findings = (invariant: Invariant, whats: readonly string[]): readonly Finding[] =>
  whats.map((what) => ({ invariant, what }));
