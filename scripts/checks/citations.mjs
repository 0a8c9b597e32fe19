import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const TEXT = /[.]([cm]?[jt]sx?|css|html|sh|sql|ya?ml|md)$/;
const MARKDOWN = /[.]md$/;
/** Pattern of the files that contain wrong citations on purpose: this check and its test. */
const EXEMPT = /^scripts\/checks\/citations[.]/;

/**
 * Pattern of a citation: a page under `docs` and the cited sections after it. A comment may have a line break before a
 * section.
 */
const CITATION = /(?<![\w/-])docs\/[\w./-]+[.]md(?:(?:,|\s|[*]|\/\/)+§\d+)*/g;
/** Pattern of a Markdown link and the cited sections directly after it. */
const LINK = /\]\(([^)\s]+)\)(?:,?\s+§\d+)*/g;
const SECTION = /§(\d+)/g;
/**
 * Pattern of a repository path in the text of a page. A path with a placeholder does not match, because it is not a
 * file name.
 */
const PATH = /`((?:packages|brokers|apps|e2e|bench|faults|scripts|deploy|docs)\/[\w./-]+)`/g;
/**
 * Pattern of the pages in which every path must exist. Decision records are exempt, because they may contain file names
 * from the time when they were written.
 */
const LEADS_TO_FILES =
  /^(ARCHITECTURE|CONTRIBUTING)[.]md$|(^|\/)README[.]md$|^docs\/(guides|spec)\/|^docs\/[\w-]+[.]md$/;
const HEADING = /^#{1,6} (.+)$/gm;

/** Pattern of names of documents that were never part of the repository, so no file may cite them. */
const OUTSIDE =
  /(?<![\w/.-])(pcr[.]md §|PROTOCOLS|RELIABILITY|AUTH_CONTRACT|(SECURITY|FINDINGS|EVIDENCE|PERF)[.]md|([Dd]ecisions|product-spec)([.]md)? §|[Pp]roduct[ -]spec(ification)?\b)/g;

/**
 * Checks that the project's citations and relative links lead to an existing page and section, and that the paths in
 * its guides name an existing file or folder.
 * @param {readonly string[]} files relative to `root`, with forward slashes
 * @param {string} root
 * @returns {string[]} one line per fault, "<rule>: <file>:<line> <text>"
 */
export function citationFaults(files, root) {
  const pages = new Pages(root);
  return files
    .filter((file) => TEXT.test(file) && !EXEMPT.test(file))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8'), pages));
}

/** @param {string} file @param {string} text @param {Pages} pages */
function faultsOf(file, text, pages) {
  const faults = [];
  for (const match of text.matchAll(OUTSIDE)) faults.push(faultAt('outside-document', file, match));
  for (const match of text.matchAll(CITATION)) {
    const [page = ''] = match[0].split(/[,\s*]/, 1);
    if (!pages.hasSections(page, match[0])) faults.push(faultAt('citation', file, match));
  }
  if (!MARKDOWN.test(file)) return faults;
  if (LEADS_TO_FILES.test(file))
    for (const match of text.matchAll(PATH))
      if (!pages.hasSections(match[1] ?? '', '')) faults.push(faultAt('path', file, match));
  for (const match of text.matchAll(LINK)) {
    const [target = '', anchor] = decodeURI(match[1] ?? '').split('#', 2);
    if (/^[a-z]+:/.test(target)) continue;
    const page = target === '' ? file : posix.join(posix.dirname(file), target);
    if (!pages.hasSections(page, match[0]) || !pages.hasAnchor(page, anchor)) faults.push(faultAt('link', file, match));
  }
  return faults;
}

/** @param {string} rule @param {string} file @param {RegExpExecArray} match */
const faultAt = (rule, file, { input, index, 0: found }) =>
  `${rule}: ${file}:${input.slice(0, index).split('\n').length}  ${found.replaceAll(/\s+/g, ' ')}`;

/** A cache of the headings of all read pages. */
class Pages {
  #root;
  /** @type {Map<string, { numbers: Set<string>, anchors: Set<string> } | null>} */
  #read = new Map();

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {string} page @param {string} citation the text with the cited sections, if any */
  hasSections(page, citation) {
    const sections = [...citation.matchAll(SECTION)].map(([, number = '']) => number);
    const headings = this.#headings(page);
    return headings !== null && sections.every((number) => headings.numbers.has(number));
  }

  /** @param {string} page @param {string | undefined} anchor */
  hasAnchor(page, anchor) {
    return anchor === undefined || this.#headings(page)?.anchors.has(anchor) === true;
  }

  /**
   * Returns the headings of a page; null if the page does not exist. A folder or another kind of file has no headings.
   * @param {string} page
   */
  #headings(page) {
    const known = this.#read.get(page);
    if (known !== undefined) return known;
    const path = join(this.#root, page);
    const texts = MARKDOWN.test(page) && existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(HEADING)] : [];
    const titles = texts.map(([, title = '']) => title);
    const found = existsSync(path)
      ? {
          numbers: new Set(titles.map((title) => /^(\d+)[.] /.exec(title)?.[1] ?? '')),
          anchors: new Set(titles.map(anchorOf)),
        }
      : null;
    this.#read.set(page, found);
    return found;
  }
}

/** Returns the anchor of a heading in its page. @param {string} title */
const anchorOf = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
