import { describe, expect, it } from 'vitest';
import { clientTypeFaults } from '../checks/client-types.mjs';
import { renderClientTypes } from './client-types.mjs';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const answering = (schema: Json) => ({ 200: { content: { 'application/json': { schema } } } });
const documentOf = (operation: Json, schemas: Json = {}) => ({
  components: { schemas },
  paths: { '/api/v1/things/{id}': { get: { summary: 'Una cosa', ...operation } } },
});
const render = (schema: Json): string => renderClientTypes(documentOf({ responses: answering(schema) }));

describe('the types of packages/client', () => {
  it.each<[Json, string]>([
    [text, 'string'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ enum: ['a', "b'c"] }, String.raw`'a' | 'b\'c'`],
    [{ const: true }, 'true'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [text, { type: 'null' }, text] }, 'string | null'],
    [{ type: 'array', items: { anyOf: [text, { type: 'null' }] } }, 'readonly (string | null)[]'],
    [{ type: 'array', prefixItems: [text, { type: 'number' }] }, 'readonly [string, number]'],
    [{ type: 'object', additionalProperties: text }, 'Readonly<Record<string, string>>'],
    [{}, 'Json'],
    [
      { type: 'object', properties: { a: text, 'b-c': text }, required: ['a'] },
      "{ readonly a: string; readonly 'b-c'?: string }",
    ],
    [{ $ref: '#/components/schemas/Thing' }, 'Thing'],
  ])('renders %j', (schema, expected) => {
    expect(render(schema)).toContain(`readonly answer: ${expected} };`);
  });

  it('lists path, query, body and idempotency key of a route, and marks what may be absent', () => {
    const types = renderClientTypes(
      documentOf({
        parameters: [
          { in: 'path', name: 'id', required: true, schema: text },
          { in: 'query', name: 'limit', required: false, schema: { type: 'integer' } },
          { in: 'header', name: 'idempotency-key', required: false, schema: text },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: {} } } } },
        responses: { 200: { content: { 'text/csv': { schema: text } } } },
      }),
    );
    expect(types).toContain(
      "'GET /api/v1/things/{id}': { readonly input: { readonly path: { readonly id: string }; " +
        'readonly query?: { readonly limit?: number }; readonly body: {  }; readonly idempotencyKey?: string }; ' +
        'readonly answer: string };',
    );
    expect(types).toContain("KEYED_ROUTES: readonly string[] = [\n  'GET /api/v1/things/{id}',\n];");
  });

  it('gives a name to a long type that occurs twice', () => {
    const size = { type: 'object', properties: { width: text, height: text, depth: text }, required: ['width'] };
    const types = render({ type: 'object', properties: { inner: size, outer: size } });
    expect(types).toContain(
      'type Inner = { readonly width: string; readonly height?: string; readonly depth?: string };',
    );
    expect(types).toContain('{ readonly inner?: Inner; readonly outer?: Inner }');
  });

  it('refuses a part of JSON Schema that it does not know', () => {
    expect(() => render({ allOf: [text] })).toThrow('do not know allOf');
  });
});

describe('the check of the generated types', () => {
  it('reports types that do not match the document', () => {
    expect(clientTypeFaults('old', 'new')).toEqual([expect.stringContaining('npm run openapi')]);
    expect(clientTypeFaults(null, 'new')).toHaveLength(1);
    expect(clientTypeFaults('new', 'new')).toEqual([]);
  });
});
