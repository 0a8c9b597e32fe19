import { type ErrorBody, FALLBACKS, type Fallback, fillMessage } from '@vigia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { LeaseLostError } from '../cluster/cluster.ts';
import { isDiskFull, isTransientFault } from '../persistence/connection-fault.ts';
import { errorCode } from '../startup-error.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Text of the response if this route fails for a reason that is not the caller's fault. */
    fallback?: Fallback;
    /**
     * Whether responses of this route, including failures, have `success` and `message` at the top level
     * (docs/spec/api.md §1).
     */
    saysSuccess?: boolean;
  }
}

const RETRY_AFTER_S = 2;

/** Error codes for Fastify's own errors, by their code, or by status if they have none. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ConstructorParameters<typeof ApiError>[0]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};
const BY_STATUS: Readonly<Record<number, ConstructorParameters<typeof ApiError>[0]>> = {
  400: 'bad_json',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** Converts any thrown value to an error for the client. Details of bugs and outages are only logged. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new ApiError('validation_failed', {}, error.validation.flatMap(toDetails));
  }
  const code = errorCode(error);
  if (error instanceof LeaseLostError) return new ApiError('owner_unreachable');
  if (isDiskFull(error)) return new ApiError('storage_full');
  if (isTransientFault(error)) return new ApiError('database_unavailable');
  return new ApiError(FRAMEWORK_ERRORS[code] ?? BY_STATUS[statusOf(error)] ?? 'internal_error');
}

/** Returns true for an error that no rule covers; its code is `internal_error`. */
export const isUnexpectedError = (error: unknown): boolean => toApiError(error).code === 'internal_error';

type FieldFault = { readonly instancePath: string; readonly message?: string; readonly params: object };

/** Returns one detail per invalid field. One fault of the validator may name several unknown fields of an object. */
function toDetails({ instancePath, message = '', params }: FieldFault): readonly { path: string; message: string }[] {
  const path = instancePath.split('/').filter((step) => step !== '');
  const unknown =
    'keys' in params && Array.isArray(params.keys) ? params.keys.map((key) => [...path, String(key)]) : null;
  return (unknown ?? [path]).map((steps) => ({ path: steps.join('.'), message }));
}

export function addErrorHandling(app: App): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toApiError(error);
  if (apiError.code === 'internal_error') request.log.error({ err: error }, 'request failed');
  else if (apiError.status >= 500) request.log.warn({ err: error }, 'request refused: a part is down');
  if (apiError.status === 503) reply.header('retry-after', RETRY_AFTER_S);
  return reply.status(apiError.status).type('application/json; charset=utf-8').send(toBody(apiError, request));
}

/** Returns the response body: first the operation that failed, then the reason if the client may see it. */
export function toBody(
  apiError: ApiError,
  { routeOptions, params }: FastifyRequest,
): ErrorBody & { readonly success?: false; readonly message?: string } {
  const { fallback, saysSuccess = false } = routeOptions.config;
  const body = withFallback(apiError, fallback, params);
  return saysSuccess ? { success: false, message: body.error.message, ...body } : body;
}

function withFallback(apiError: ApiError, fallback: Fallback | undefined, params: unknown): ErrorBody {
  const body = apiError.toBody();
  // An operation with an unknown outcome must not be reported as failed.
  if (apiError.status < 500 || apiError.code === 'outcome_unknown' || fallback === undefined) return body;
  const { detail, message } = FALLBACKS[fallback];
  return {
    error: { ...body.error, message: `${message} ${body.error.message}` },
    detail: fillMessage(detail, namesIn(params)),
  };
}

/** Returns the path parameters of a request as text, such as the id of the broker. */
const namesIn = (params: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
