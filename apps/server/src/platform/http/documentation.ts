import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import {
  ERROR_MESSAGES_ES,
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  StreamEvent,
  StreamRequest,
} from '@vigia/contract';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './app.ts';
import { ConstantResponse } from './constant-response.ts';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

const ERROR_CATALOGUE = CODES.map((code) => `- \`${code}\` (${ERROR_STATUS[code]}): ${ERROR_MESSAGES_ES[code]}`).join(
  '\n',
);

type Document = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject'];

/** The fields of an operation that this module reads. */
const Operation = z.looseObject({
  summary: z.string().optional(),
  security: z.unknown().optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
type Operation = z.infer<typeof Operation>;

/**
 * The schema `ErrorBody` with every error code of this server. The schema in `packages/contract` accepts any code, so
 * that a client can read the responses of a newer server.
 */
const DocumentedError = ErrorBody.extend({ error: ErrorBody.shape.error.extend({ code: z.enum(CODES) }) });

/** Returns the JSON schema of a message of the stream. */
function messageSchema(message: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(message, { io });
  return schema;
}

/** Schemas that no route contains: the error of every route, and the messages of the stream. */
const SHARED_SCHEMAS = [
  ['ErrorBody', z.toJSONSchema(DocumentedError, { target: 'openapi-3.0' })],
  // Zod gives this name to a recursive schema: the metadata of a sign-up are any JSON.
  ['schema0', { description: 'Cualquier valor JSON' }],
  ['StreamEvent', messageSchema(StreamEvent, 'output')],
  ['StreamRequest', messageSchema(StreamRequest, 'input')],
] as const;

const failure = (status: string) => ({
  description: STATUS_DESCRIPTIONS[status],
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
});

/** The description that the documentation library gives a response without one. */
const NO_DESCRIPTION = 'Default Response';

/** Descriptions of the statuses that mean the same on every route. */
const STATUS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  '401': 'Sin sesión, o ya no vale',
  '404': 'No existe, o es de otra persona',
  '4XX': 'Petición rechazada: el código dice por qué',
  '503': 'El servicio no está listo',
  '5XX': 'Fallo del servicio',
};

/**
 * Returns the description of a successful response, based on the summary of the route: the summary of a read route
 * names its response.
 */
function successDescription(method: string, status: string, summary: string): string {
  if (status === '201') return `Creado. ${summary}`;
  if (status === '202') return `Aceptado; el trabajo sigue después de responder. ${summary}`;
  return method === 'get' ? summary : `Hecho. ${summary}`;
}

const described = (method: string, { summary = '', responses }: Operation): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response.description === NO_DESCRIPTION
        ? { ...response, description: STATUS_DESCRIPTIONS[status] ?? successDescription(method, status, summary) }
        : response,
    ]),
  );

/** Describes the responses of every operation, and adds the shared error responses to those under /api. */
function withResponses(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item ?? {}).map(([method, part]) => {
        const operation = Operation.safeParse(part).data;
        if (operation === undefined) return [method, part];
        const errors = path.startsWith('/api/') ? sharedErrors(operation) : {};
        return [method, { ...operation, responses: { ...errors, ...described(method, operation) } }];
      }),
    ),
  ]);
  const schemas = Object.fromEntries([...Object.entries(document.components?.schemas ?? {}), ...SHARED_SCHEMAS]);
  const components = Object.fromEntries([...Object.entries(document.components ?? {}), ['schemas', schemas]]);
  return { ...document, paths: Object.fromEntries(paths), components };
}

const sharedErrors = ({ security }: Operation) =>
  Object.fromEntries(
    [...(security === undefined ? [] : ['401']), '4XX', '5XX'].map((status) => [status, failure(status)]),
  );

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
      'openapiObject' in document ? withResponses(document.openapiObject) : document.swaggerObject,
  });
  // The document is created once, because its size is 600 KB and any client may request it.
  const json = new ConstantResponse('application/json; charset=utf-8', () => JSON.stringify(app.swagger()));
  const documents: Readonly<Record<string, ConstantResponse>> = {
    '/docs/json': json,
    '/docs/yaml': new ConstantResponse('application/x-yaml', () => app.swagger({ yaml: true })),
  };
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: false },
    theme: { title: 'Vigía · API' },
    uiHooks: {
      onRequest: (request, reply, next) => {
        const document = documents[request.routeOptions.url ?? ''];
        if (document === undefined) next();
        else document.send(request, reply);
      },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => json.send(request, reply));
}
