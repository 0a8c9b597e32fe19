import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { App } from './app.ts';

/** Pattern of the paths for programs. An unknown path among them gets a JSON 404, never a page. */
const FOR_PROGRAMS = /^\/(?:api|auth|rest|docs|dev|health|ready|storage|realtime|functions)(?:\/|$)/;

const NOT_BUILT = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Vigía</title>
<h1>Falta construir la aplicación web</h1><p>Ejecuta <code>npm run build</code> en la carpeta del proyecto y recarga esta página.</p></html>`;

export const isWebBuilt = (root: string): boolean => existsSync(join(root, 'index.html'));

/**
 * Serves the built web app: its existing files, and index.html for every other page address, which the router in the
 * browser handles. The caller must register it last, because its 404 applies to all addresses.
 * @param root folder of the build
 */
export async function addWebApp(app: App, root: string): Promise<void> {
  const isBuilt = isWebBuilt(root);
  if (isBuilt) {
    // Without a wildcard route each file is a separate route, so that no crafted address can reach another file.
    await app.register(fastifyStatic, { root, wildcard: false, cacheControl: false, setHeaders: setCaching });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageAddress(request)) throw new ApiError('not_found');
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return isBuilt ? reply.sendFile('index.html') : reply.status(503).send(NOT_BUILT);
  });
}

/** Sets the caching of a file. A file with a hash in its name never changes; all others are revalidated each time. */
function setCaching(reply: FastifyReply, path: string): void {
  const isHashed = /[\\/]assets[\\/].+-[\w-]{8,}\.\w+$/.test(path);
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/**
 * Returns true for a page address. Pages are read with GET, and no page has a dot in its address. Requests for `/.env`
 * or `/backup.zip` are probes of attackers.
 */
function isPageAddress({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !FOR_PROGRAMS.test(path) && !decodeURI(path).includes('.');
}
