/**
 * Returns the section of a version from a changelog (Keep a Changelog). Before the changelog names the version, its
 * changes stand under 'Unreleased'.
 * @param {string} changelog
 * @param {string} version
 * @returns {string}
 * @throws Error if the changelog has neither section
 */
export function changesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m).slice(1);
  const named = (/** @type {string} */ name) => sections.find((section) => section.startsWith(`## [${name}]`));
  const section = named(version) ?? named('Unreleased');
  if (section === undefined) throw new Error(`the changelog has no section for ${version}`);
  return `${section.trim()}\n`;
}
