import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ERROR_MESSAGES_ES, ERROR_STATUS, ErrorBody, type ErrorCode } from '@vigia/contract';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './app.ts';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

const ERROR_CATALOGUE = CODES.map((code) => `- \`${code}\` (${ERROR_STATUS[code]}): ${ERROR_MESSAGES_ES[code]}`).join(
  '\n',
);

type Document = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject'];

/**
 * The schema `ErrorBody` with every error code of this server. The contract's own schema accepts any code, so that a
 * client can read the responses of a newer server.
 */
const DocumentedError = ErrorBody.extend({ error: ErrorBody.shape.error.extend({ code: z.enum(CODES) }) });

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
});

/** Adds the shared error responses to every operation under /api. */
function withErrors(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    path.startsWith('/api/') ? Object.fromEntries(Object.entries(item ?? {}).map(withFailures)) : item,
  ]);
  const errorBody = ['ErrorBody', z.toJSONSchema(DocumentedError, { target: 'openapi-3.0' })];
  const schemas = Object.fromEntries([...Object.entries(document.components?.schemas ?? {}), errorBody]);
  const components = Object.fromEntries([...Object.entries(document.components ?? {}), ['schemas', schemas]]);
  return { ...document, paths: Object.fromEntries(paths), components };
}

function withFailures([method, operation]: [string, unknown]): [string, unknown] {
  if (typeof operation !== 'object' || operation === null || !('responses' in operation)) return [method, operation];
  const responses = {
    ...('security' in operation && { '401': failure('Sin sesión, o ya no vale') }),
    '4XX': failure('Petición rechazada'),
    '5XX': failure('Fallo del servicio'),
    ...Object(operation.responses),
  };
  return [method, { ...operation, responses }];
}

/** Registers /docs and /openapi.json, which describe every route registered after this call. */
export async function addDocumentation(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vigía',
        version,
        description: `Interfaz de Vigía. Los errores llevan un código estable y una frase en español:\n\n${ERROR_CATALOGUE}`,
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      'openapiObject' in document ? withErrors(document.openapiObject) : document.swaggerObject,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: false },
    theme: { title: 'Vigía · API' },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
