import { gunzipSync } from 'node:zlib';
import { ERROR_STATUS, ErrorBody, StreamEvent } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../logging/logger.ts';
import { createHttpApp } from './app.ts';
import { addDocumentation } from './documentation.ts';
import { createSite } from './site.ts';

describe('the API documentation', async () => {
  const app = await createHttpApp({
    log: createLogger('silent'),
    ids: new CountingIds(),
    clock: new ManualClock(0),
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
    authenticator: { authenticate: async () => 'not_authenticated' },
    trustProxy: false,
  });
  await addDocumentation(app, '1');
  app.get('/api/open', async () => ({}));
  app.get('/api/mine', { preHandler: app.authenticate }, async () => ({}));
  app.get('/elsewhere', async () => ({}));
  const answers = { 200: z.object({}), 201: z.object({}), 202: z.object({}), 404: ErrorBody, '4xx': ErrorBody };
  const fixed = { 200: { description: 'Un archivo', content: { 'text/csv': { schema: z.string() } } } };
  app.get('/read', { schema: { summary: 'Un setup', response: answers } }, async () => ({}));
  app.post('/write', { schema: { summary: 'Crea un setup', response: answers } }, async () => ({}));
  app.get('/file', { schema: { summary: 'Lo guardado', response: fixed } }, async () => '');
  afterAll(() => app.close());
  const document = (await app.inject({ url: '/openapi.json' })).json();

  it('is generated once, sent compressed, and not sent again to a client that has the same version', async () => {
    const plain = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'identity' } });
    const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual(['identity', 'gzip']);
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
    const etag = String(plain.headers.etag);
    const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.statusCode, again.payload, packed.headers.etag]).toEqual([304, '', etag]);
    expect((await app.inject({ url: '/docs/json' })).headers.etag).toBe(etag);
    expect((await app.inject({ url: '/docs/yaml' })).headers.etag).toMatch(/^"[\w-]{43}"$/);
  });

  const failing = { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } };

  it('lists the failures of every route under /api', () => {
    const { '/api/open': open, '/api/mine': mine, '/elsewhere': elsewhere } = document.paths;
    expect(open.get.responses).toMatchObject({ '4XX': failing, '5XX': failing, 200: {} });
    expect(open.get.responses['401']).toBeUndefined();
    expect(mine.get.responses).toMatchObject({ '401': failing, '4XX': failing });
    expect(elsewhere.get.responses['4XX']).toBeUndefined();
  });

  it('describes each response with the summary of its route or the meaning of its status', () => {
    const descriptionsOf = (responses: Readonly<Record<string, { readonly description: string }>>) =>
      Object.fromEntries(Object.entries(responses).map(([status, { description }]) => [status, description]));
    const { '/read': read, '/write': write, '/file': file } = document.paths;
    expect(descriptionsOf(read.get.responses)).toMatchObject({
      200: 'Un setup',
      404: 'No existe, o es de otra persona',
      '4XX': 'Petición rechazada: el código dice por qué',
    });
    expect(descriptionsOf(write.post.responses)).toMatchObject({
      200: 'Hecho. Crea un setup',
      201: 'Creado. Crea un setup',
      202: 'Aceptado; el trabajo sigue después de responder. Crea un setup',
    });
    expect(descriptionsOf(file.get.responses)).toEqual({ 200: 'Un archivo' });
  });

  it('describes the messages of the stream, which no route contains', () => {
    const { StreamEvent: event, StreamRequest: request } = document.components.schemas;
    const typesOf = ({ oneOf }: { oneOf: readonly { properties: { type: { const: string } } }[] }) =>
      oneOf.map(({ properties }) => properties.type.const);
    expect(typesOf(request)).toEqual(['auth', 'watch', 'ping']);
    expect(typesOf(event)).toEqual(StreamEvent.options.map(({ shape }) => shape.type.value));
  });

  it('describes the error body once, and lists all codes', () => {
    const { properties } = document.components.schemas.ErrorBody;
    expect(Object.keys(properties)).toEqual(Object.keys(ErrorBody.shape));
    expect(properties.error.properties.code.enum).toEqual(Object.keys(ERROR_STATUS));
    expect(document.info.description).toContain('`feed_stale` (409): ');
  });
});
