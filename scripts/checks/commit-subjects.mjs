import { run } from '../lib/processes.mjs';

/**
 * The rule applies to commits after this time. A commit id instead of a time would not work, because a shallow clone
 * may lack that commit.
 */
const SINCE = '2026-11-22T23:44:56+00:00';
const LONGEST = 72;
const SHAPE = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9,-]+\))?: \S/;

/** The body of a commit after this time must explain a change of behaviour, structure or tests. */
const BODY_SINCE = '2026-11-24T00:00:00+00:00';
const NEEDS_BODY = /^(feat|fix|perf|refactor|revert|test)\b/;

/** @returns {Promise<string[]>} one line per commit whose message breaks a rule */
export async function commitFaults() {
  const subjects = await commitsSince(SINCE, '%h %s');
  const bodies = await commitsSince(BODY_SINCE, '%h %s%x00%b%x01');
  return [...subjects.flatMap(subjectFaultsOf), ...bodies.join('\n').split('\x01').flatMap(bodyFaultsOf)];
}

/**
 * Returns the commits since this time. @param {string} since @param {string} form @returns {Promise<string[]>} lines
 */
async function commitsSince(since, form) {
  const format = ['--no-merges', `--since=${since}`, `--format=${form}`];
  const { code, stdout, output } = await run('git', ['-c', 'safe.directory=*', 'log', ...format]);
  if (code !== 0) throw new Error(`git could not list the commits: ${output}`);
  return stdout.split('\n');
}

/** @param {string} line */
function subjectFaultsOf(line) {
  const [id = '', ...words] = line.split(' ');
  return words.length === 0 ? [] : subjectFaults(words.join(' ')).map((fault) => `${id}: ${fault}`);
}

/** @param {string} commit id and subject, then the body after a NUL @returns {string[]} */
export function bodyFaultsOf(commit) {
  const [line = '', body = ''] = commit.trimStart().split('\0');
  const [id = '', ...words] = line.split(' ');
  return NEEDS_BODY.test(words.join(' ')) && body.trim() === ''
    ? [`${id}: a body must say why: ${words.join(' ')}`]
    : [];
}

/** @param {string} subject @returns {string[]} */
export function subjectFaults(subject) {
  return [
    ...(subject.length > LONGEST ? [`${subject.length} characters, ${LONGEST} allowed: ${subject}`] : []),
    ...(SHAPE.test(subject) ? [] : [`not of the form «type(scope): effect»: ${subject}`]),
  ];
}
