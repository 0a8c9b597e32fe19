/** Statuses of a mutant that a test detected, by a failure or a timeout. */
const KILLED = new Set(['Killed', 'Timeout']);
/** Statuses of a mutant that no test detected or executed. Other statuses, such as invalid code, do not count. */
const ALIVE = new Set(['Survived', 'NoCoverage']);

/**
 * Computes the mutation score of each file of a report (mutation-testing-elements schema). The result excludes files
 * without counted mutants.
 * @param {{ files: Record<string, { mutants: readonly { status: string }[] }> }} report
 * @returns {{ file: string, score: number }[]} score in percent
 */
export const fileScores = ({ files }) =>
  Object.entries(files).flatMap(([file, { mutants }]) => {
    const killed = mutants.filter(({ status }) => KILLED.has(status)).length;
    const all = killed + mutants.filter(({ status }) => ALIVE.has(status)).length;
    return all === 0 ? [] : [{ file, score: (100 * killed) / all }];
  });
