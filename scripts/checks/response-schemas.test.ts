import { describe, expect, it } from 'vitest';
import { responseSchemaFaults } from './response-schemas.mjs';

const JSON_BODY = { content: { 'application/json': { schema: { type: 'object' } } } };
const faultsOf = (responses: object, listed = {}) =>
  responseSchemaFaults({ paths: { '/x': { get: { responses: { ...responses } } } } }, listed);

describe('the successful response of an operation', () => {
  it('has a schema in docs/openapi.json, or a listed reason', () => {
    expect(responseSchemaFaults()).toEqual([]);
  });

  it('is accepted with a schema, also beside 204 and refusals without one', () => {
    expect(faultsOf({ 200: JSON_BODY })).toEqual([]);
    expect(faultsOf({ 201: JSON_BODY, 204: { description: 'x' }, 404: { description: 'x' } })).toEqual([]);
  });

  it.each([
    ['no response', {}],
    ['no content', { 200: { description: 'x' } }],
    ['empty content', { 200: { content: {} } }],
    ['a media type without a schema', { 200: { content: { 'text/csv': {} } } }],
    ['an empty schema', { 200: { content: { 'application/json': { schema: {} } } } }],
    ['one of two statuses without a schema', { 200: JSON_BODY, 202: { description: 'x' } }],
    ['204 without a listed reason', { 204: { description: 'x' } }],
    ['a redirect without a listed reason', { 303: { description: 'x' } }],
  ])('is refused with %s', (_what, responses) => {
    expect(faultsOf(responses)).toEqual(['docs/openapi.json: GET /x has no schema of its successful response']);
  });

  it('needs no schema if it has no body for a listed reason', () => {
    expect(faultsOf({ 204: { description: 'x' } }, { 'GET /x': 'no content (204)' })).toEqual([]);
    expect(faultsOf({ 303: { description: 'x' } }, { 'GET /x': 'redirect' })).toEqual([]);
  });
});

describe('the list of operations without a body', () => {
  it.each([
    ['whose response has a body', 'GET /x'],
    ['that does not exist', 'GET /y'],
  ])('must not name an operation %s', (_what, name) => {
    expect(faultsOf({ 200: JSON_BODY }, { [name]: 'file' })).toEqual([
      `scripts/checks/response-schemas.mjs: ${name} is listed, but has a body or does not exist`,
    ]);
  });
});
