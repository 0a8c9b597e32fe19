import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/workspace.mjs';

/**
 * Operations whose successful response has no body, each with the reason.
 * @type {Readonly<Record<string, string>>}
 */
const WITHOUT_BODY = {
  'GET /auth/v1/verify': 'redirect to a page of the app (303)',
  'POST /auth/v1/logout': 'no content (204)',
};

/** @typedef {{ readonly content?: Readonly<Record<string, { readonly schema?: object }>> }} Response */
/** @typedef {{ readonly responses?: Readonly<Record<string, Response>> }} Operation */
/** @typedef {{ readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }} Document */

/** @param {Response} response */
const hasSchema = ({ content = {} }) => {
  const media = Object.values(content);
  return media.length > 0 && media.every(({ schema = {} }) => Object.keys(schema).length > 0);
};

/**
 * Returns a fault for each operation that does not describe its successful response. An operation describes it with a
 * schema of each 2xx response that has a body, or it is listed with a reason. The status 204 means a response without a
 * body. A listed operation that has a schema, or does not exist, is a fault too.
 * @param {Document} [document] an OpenAPI document
 * @param {Readonly<Record<string, string>>} [listed] reasons by operation
 * @returns {string[]}
 */
export function responseSchemaFaults(
  document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')),
  listed = WITHOUT_BODY,
) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses = {} }]) => {
      const bodies = Object.entries(responses).filter(([status]) => status.startsWith('2') && status !== '204');
      const isDescribed = bodies.length > 0 && bodies.every(([, response]) => hasSchema(response));
      return { name: `${method.toUpperCase()} ${path}`, isDescribed, hasNoBody: bodies.length === 0 };
    }),
  );
  return [
    ...operations
      .filter(({ name, isDescribed }) => !isDescribed && !(name in listed))
      .map(({ name }) => `docs/openapi.json: ${name} has no schema of its successful response`),
    ...Object.keys(listed)
      .filter((listedName) => !operations.some(({ name, hasNoBody }) => name === listedName && hasNoBody))
      .map((name) => `scripts/checks/response-schemas.mjs: ${name} is listed, but has a body or does not exist`),
  ];
}
