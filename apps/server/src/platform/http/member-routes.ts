import { ErrorBody, success } from '@vigia/contract';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { App } from './app-type.ts';

type Schema = z.ZodType;

type About<Params, Query, Headers, Body, Data> = {
  readonly summary: string;
  readonly description?: string;
  readonly config?: FastifyContextConfig;
  readonly params?: Params;
  readonly querystring?: Query;
  readonly headers?: Headers;
  readonly body?: Body;
  /** Schema of `data` in the response. */
  readonly data: Data;
  /** Status of a successful response; 200 by default. */
  readonly status?: 201 | 202;
  /** The failures that the documentation lists. */
  readonly failures?: 404 | '4xx';
};

/** Registers one route. The handler returns the `data` of the response. This function adds the rest of the body. */
type Register = <
  Params extends Schema,
  Query extends Schema,
  Headers extends Schema,
  Body extends Schema,
  Data extends Schema,
>(
  url: string,
  about: About<Params, Query, Headers, Body, Data>,
  handle: (
    request: FastifyRequest<{
      Params: z.output<Params>;
      Querystring: z.output<Query>;
      Headers: z.output<Headers>;
      Body: z.output<Body>;
    }>,
    reply: FastifyReply,
  ) => Promise<z.input<Data>>,
) => void;

/**
 * Returns functions that register routes for signed-in users. The routes answer `{ success: true, data }` and have one
 * tag in the documentation.
 */
export function memberRoutes(
  app: App,
  tag: string,
): { readonly get: Register; readonly post: Register; readonly put: Register; readonly delete: Register } {
  const registerAs =
    (method: HTTPMethods): Register =>
    (url, { config = {}, data, status = 200, failures, ...schema }, handle) =>
      void app.route({
        method,
        url,
        preHandler: app.authenticate,
        config,
        schema: {
          tags: [tag],
          ...schema,
          response: { [status]: success(data), ...(failures !== undefined && { [failures]: ErrorBody }) },
        },
        handler: async (request, reply) =>
          // The cast is safe, because the schemas above have validated the request that the handler receives.
          reply
            .code(status)
            .send({ success: true, data: await handle(request as Parameters<typeof handle>[0], reply) }),
      });
  return { get: registerAs('GET'), post: registerAs('POST'), put: registerAs('PUT'), delete: registerAs('DELETE') };
}
