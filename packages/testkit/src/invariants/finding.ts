/** The invariants of docs/spec/retention-and-faults.md §2. */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12' | 'I13';

/** One violation of an invariant. */
export type Finding = { readonly invariant: Invariant; readonly what: string };

/** A database connection that can read the tables of trading. The app role is sufficient. */
export type ReadOnlySql = <Rows extends readonly object[]>(
  parts: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Rows>;

/** Returns one finding of the invariant for each sentence. */
export const findings = (invariant: Invariant, whats: readonly string[]): readonly Finding[] =>
  whats.map((what) => ({ invariant, what }));
