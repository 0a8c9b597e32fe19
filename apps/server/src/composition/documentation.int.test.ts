import { examplesOf, readPcrSetup } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteListener } from '#platform/http/app.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';

/** Pattern of the routes that external programs use. */
const IS_SHOWN = /^\/api\/(?:v1\/(?:trading\/|account\/limits$|backtests(?:$|\/)|library$)|connection\/)/;

type Route = Parameters<RouteListener>[0];
type Shown = { readonly route: Route; readonly name: string };

const routes: Shown[] = [];
let database: TestDatabase;
let app: TestApp;
let document: Document;

const Media = z.object({
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.unknown()).optional(),
  schema: z.looseObject({ examples: z.array(z.unknown()).optional() }),
});
const Content = z.record(z.string(), Media);
const Parameter = z.looseObject({ name: z.string(), in: z.string(), example: z.unknown().optional() });
const Operation = z.looseObject({
  summary: z.string().min(10),
  tags: z.array(z.string()).min(1),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
});
const Document = z.looseObject({
  info: z.looseObject({}),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
type Document = z.infer<typeof Document>;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({
    databaseUrl: database.ownerUrl,
    onRoute: (route) => {
      if (route.method === 'HEAD' || !IS_SHOWN.test(route.url)) return;
      routes.push({ route, name: `${String(route.method)} ${route.url}` });
    },
  });
  document = Document.parse(await (await fetch(`${app.url}/openapi.json`)).json());
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

const operationOf = ({ route }: Shown) =>
  Operation.parse(document.paths[route.url.replace(/:(\w+)/g, '{$1}')]?.[String(route.method).toLowerCase()]);
const hasExample = (content: z.infer<typeof Content> | undefined): boolean =>
  Object.values(content ?? {}).some((media) =>
    [media.example, media.examples, media.schema.examples].some((example) => example !== undefined),
  );

/** Returns the schema of the successful response of a route. */
function answerOf({ route }: Shown): z.ZodType {
  const response: unknown = route.schema?.response;
  const answers = z.record(z.string(), z.unknown()).parse(response);
  const [, found] = Object.entries(answers).find(([status]) => status.startsWith('2')) ?? [];
  if (found instanceof z.ZodType) return found;
  const { content } = z
    .object({ content: z.record(z.string(), z.object({ schema: z.instanceof(z.ZodType) })) })
    .parse(found);
  const [media] = Object.values(content);
  if (media === undefined) throw new Error(`${route.url} answers nothing`);
  return media.schema;
}

/**
 * Returns the faults of the examples of a schema, such as a missing example or an example that does not match the
 * schema.
 */
function faultsOf(schema: z.ZodType): string[] {
  const examples = examplesOf(schema);
  if (examples.length === 0) return ['no example'];
  return examples.flatMap((example) => {
    const parsed = schema.safeParse(example);
    if (!parsed.success) return [z.prettifyError(parsed.error)];
    return JSON.stringify(parsed.data) === JSON.stringify(example) ? [] : ['holds what the schema does not know'];
  });
}

const faults = (of: (shown: Shown) => readonly string[]): string[] =>
  routes.flatMap((shown) => of(shown).map((fault) => `${shown.name}: ${fault}`));

/** Sorts the keys of every object. It is a reviver of JSON.parse. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Formats JSON so that values that fit in 120 columns are on one line. */
function layOut(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= 120) return flat;
  const inner = `${indent} `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(
    ([key, part]) => inner + (isArray ? '' : `${JSON.stringify(key)}: `) + layOut(part, inner),
  );
  const [open, close] = isArray ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

describe('docs/openapi.json', () => {
  it('equals the served document except for the version (`npm run openapi` updates it)', async () => {
    // A release changes only the version in this document.
    const timeless = { ...document, info: { ...document.info, version: '0.0.0' } };
    const sorted: unknown = JSON.parse(JSON.stringify(timeless), sortKeys);
    await expect(`${layOut(sorted)}\n`).toMatchFileSnapshot('../../../../docs/openapi.json');
  });

  it('refers only to schemas that it contains', () => {
    const { components } = z.looseObject({ components: z.object({ schemas: z.looseObject({}) }) }).parse(document);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
    expect(references.length).toBeGreaterThan(300);
    const known = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(references)].filter((target) => !known.includes(target))).toEqual([]);
  });

  it('describes every response with a specific text and not with a default text', () => {
    const Responses = z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) });
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        Object.entries(Responses.parse(operation).responses).map(([status, { description }]) => ({
          name: `${method} ${path} ${status}`,
          description,
        })),
      ),
    );
    expect(described.length).toBeGreaterThan(400);
    const empty = described.filter(
      ({ description }) => description.length < 5 || /default response/i.test(description),
    );
    expect(empty).toEqual([]);
  });
});

describe('the documentation of trading, limits and market data', () => {
  it('covers every route', () => {
    expect(routes.length).toBeGreaterThanOrEqual(20);
    expect(routes.map(({ name }) => name)).toContain('GET /api/v1/trading/history.csv');
  });

  it('summarises each route in one line', () => {
    expect(routes.map((shown) => operationOf(shown).summary).filter((summary) => /[a-z]\.$/.test(summary))).toEqual([]);
  });

  it('contains a real example response for each route', () => {
    expect(faults((shown) => faultsOf(answerOf(shown)))).toEqual([]);
    const missing = faults((shown) => {
      const { responses } = operationOf(shown);
      const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      return hasExample(answer?.content) ? [] : ['not in the document'];
    });
    expect(missing).toEqual([]);
  });

  it('contains a valid example body for each route with a body', () => {
    const taking = (shown: Shown) => (shown.route.schema?.body instanceof z.ZodType ? shown.route.schema.body : null);
    expect(routes.filter(taking).length).toBeGreaterThanOrEqual(3);
    expect(faults((shown) => (taking(shown) === null ? [] : faultsOf(taking(shown) ?? z.never())))).toEqual([]);
    expect(
      faults((shown) =>
        taking(shown) === null || hasExample(operationOf(shown).requestBody?.content) ? [] : ['not in the document'],
      ),
    ).toEqual([]);
  });

  it('contains a valid example of every symbol, time and id in paths', () => {
    const wrong = faults(({ route }) =>
      [route.schema?.querystring, route.schema?.params].flatMap((schema) => {
        if (!(schema instanceof z.ZodObject)) return [];
        return Object.entries(schema.shape).flatMap(([name, field]) => {
          if (!(field instanceof z.ZodType)) return [];
          const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
          if (!(inner instanceof z.ZodString || inner instanceof z.ZodUUID || inner instanceof z.ZodISODateTime))
            return [];
          return faultsOf(inner).map((fault) => `${name} ${fault}`);
        });
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the documentation of a setup', () => {
  it('shows the real shape of a setup, every range and default, and example bodies that the parser accepts', () => {
    for (const [path, method] of [
      ['/api/pcr/setup', 'post'],
      ['/api/pcr/setup/{id}', 'put'],
    ] as const) {
      const media = Operation.parse(document.paths[path]?.[method]).requestBody?.content['application/json'];
      const minLength = { type: 'integer', default: 3, minimum: 2, maximum: 50 };
      expect(media?.schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
        properties: {
          patterns: { properties: { minLength, zone: { properties: { maxEntryAtr: { default: 1 } } } } },
          filters: { maxItems: 20 },
          moneyManagement: { oneOf: expect.any(Array) },
        },
      });
      const examples = z.array(z.object({ value: z.object() })).parse(Object.values(media?.examples ?? {}));
      expect(examples.length).toBe(2);
      for (const { value } of examples) expect(readPcrSetup(value).ok).toBe(true);
    }
  });
});
