/**
 * What must agree before a package may be given to users.
 * @typedef {object} Facts
 * @property {string} version of the package to be made
 * @property {readonly string[]} tags of the present commit
 * @property {string} changelog
 * @property {string} projectVersion the version in package.json
 */

const VERSION_TAG = /^v\d/;

/** Returns true if the present commit is tagged as a version. @param {Facts} facts */
export const isTagged = ({ tags }) => tags.some((tag) => VERSION_TAG.test(tag));

/**
 * Returns what disagrees. A commit without the tag of a version makes a draft, which may have any version.
 * @param {Facts} facts
 * @returns {string[]}
 */
export function releaseFaults(facts) {
  const { version, tags, changelog, projectVersion } = facts;
  if (!isTagged(facts)) return [];
  const sections = changelog.split(/^## /m).slice(1);
  const isNamed = sections.some((section) => section.startsWith(`[${version}] - 2`));
  const isAllNamed = sections.every((section) => !/^\[Unreleased\]\s+\S/.test(section));
  return [
    ...(tags.includes(`v${version}`) ? [] : [`la etiqueta es ${tags.join(', ')} y la versión, ${version}`]),
    ...(projectVersion === version ? [] : [`package.json dice ${projectVersion} y no ${version}`]),
    ...(isNamed ? [] : [`CHANGELOG.md no tiene la sección «## [${version}] - FECHA»`]),
    ...(isAllNamed ? [] : ['CHANGELOG.md tiene cambios sin versión, bajo «Unreleased»']),
  ];
}
