/** The statuses of a mutant that the tests detected, by a failure or a timeout. */
const KILLED = new Set(['Killed', 'Timeout']);
/**
 * The statuses of a mutant that the tests did not detect or did not execute. Other statuses, such as invalid code, do
 * not count.
 */
const ALIVE = new Set(['Survived', 'NoCoverage']);

/**
 * Computes the mutation score of each file in a report (mutation-testing-elements schema). Files without counted
 * mutants are omitted.
 * @param {{ files: Record<string, { mutants: readonly { status: string }[] }> }} report
 * @returns {{ file: string, score: number }[]} score in percent
 */
export const fileScores = ({ files }) =>
  Object.entries(files).flatMap(([file, { mutants }]) => {
    const killed = mutants.filter(({ status }) => KILLED.has(status)).length;
    const all = killed + mutants.filter(({ status }) => ALIVE.has(status)).length;
    return all === 0 ? [] : [{ file, score: (100 * killed) / all }];
  });
