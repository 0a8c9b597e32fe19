import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './app.ts';

/** Collects every route registered after it for /docs and /openapi.json. */
export async function addDocumentation(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vigía',
        version,
        description: 'Interfaz de Vigía. Los errores llevan un código estable y una frase en español.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: false },
    theme: { title: 'Vigía · API' },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
