import { run } from '../lib/processes.mjs';

/**
 * The rule applies to commits after this time. It is a date and not a commit id, because a shallow clone may lack that
 * commit.
 */
const SINCE = '2026-11-22T23:44:56+00:00';
const LONGEST = 72;
const SHAPE = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9,-]+\))?: \S/;

/** @returns {Promise<string[]>} one line per commit whose subject breaks the rule */
export async function commitFaults() {
  const format = ['--no-merges', `--since=${SINCE}`, '--format=%h %s'];
  const { code, stdout, output } = await run('git', ['-c', 'safe.directory=*', 'log', ...format]);
  if (code !== 0) throw new Error(`git could not list the commits: ${output}`);
  return stdout.split('\n').flatMap((line) => {
    const [id = '', ...words] = line.split(' ');
    return words.length === 0 ? [] : subjectFaults(words.join(' ')).map((fault) => `${id}: ${fault}`);
  });
}

/** @param {string} subject @returns {string[]} */
export function subjectFaults(subject) {
  return [
    ...(subject.length > LONGEST ? [`${subject.length} characters, ${LONGEST} allowed: ${subject}`] : []),
    ...(SHAPE.test(subject) ? [] : [`not of the form «type(scope): effect»: ${subject}`]),
  ];
}
