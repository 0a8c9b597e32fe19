/** @import { TextRule } from './text-rules.mjs' */

const TEXT =
  /[.]([cm]?[jt]sx?|json|jsonc|css|html|sh|sql|ya?ml|md|txt|svg|toml|env|example)$|^[.](ci\/|npmrc|nvmrc|gitignore|editorconfig|env)/;
/** Folders that contain these rules and their tests, so also wrong examples. */
const RULES_THEMSELVES = /^scripts\/checks\//;
const LOCK = /(^|\/)package-lock[.]json$/;

/**
 * Text that a public repository must not contain, because it is secret or correct on one machine only.
 * @type {readonly TextRule[]}
 */
export const PRIVATE_TRACES = [
  {
    name: 'machine-path',
    files: TEXT,
    exceptFiles: RULES_THEMSELVES,
    found: /(^|["'`\s(=:>])((file:\/\/)?\/(work|home|Users|root|mnt|srv|opt\/\w+\/work)\/[\w.-]+|[A-Z]:\\+Users\\+\w+)/,
  },
  {
    name: 'registry-host',
    files: TEXT,
    exceptFiles: RULES_THEMSELVES,
    found:
      /"resolved": "(?!https:\/\/registry\.npmjs\.org\/|packages\/|brokers\/|apps\/|e2e"|bench"|faults")|\bregistry\s*=\s*http|https?:\/\/[\w.-]*\.(internal|corp|lan|intranet)\b/,
  },
  {
    name: 'private-address',
    files: TEXT,
    exceptFiles: new RegExp(`${RULES_THEMSELVES.source}|${LOCK.source}|[.]test[.]tsx?$`),
    found: /\b(10\.\d{1,3}\.\d{1,3}\.\d{1,3}|192\.168\.\d{1,3}\.\d{1,3}|172\.(1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3}):\d+/,
  },
  {
    name: 'secret',
    files: TEXT,
    exceptFiles: RULES_THEMSELVES,
    found: /-----BEGIN (\w+ )?PRIVATE KEY-----|\b(ghp|gho|github_pat|xox[bp]|npm)_\w{20,}|\bAKIA[0-9A-Z]{16}\b/,
  },
  {
    name: 'authorship-mark',
    files: TEXT,
    exceptFiles: RULES_THEMSELVES,
    found: /\bco-authored-by:|\b(generated|written|made) (with|by) (an? )?(AI|LLM|assistant|agent|bot)\b/i,
  },
];
