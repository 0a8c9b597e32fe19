import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The response of the hosted service's gateway to a call without its key. */
export type ApiKeyRefusal = { readonly message: string; readonly hint: string };

/**
 * Returns null if the request has the installation's publishable key in `apikey`; else the body of the 401 response.
 */
export function apiKeyRefusal(request: FastifyRequest, publishableKey: string): ApiKeyRefusal | null {
  const given = request.headers['apikey'];
  if (typeof given !== 'string' || given === '') {
    return { message: 'No API key found in request', hint: 'No `apikey` request header was found.' };
  }
  if (isSameSecret(given, publishableKey)) return null;
  return { message: 'Invalid API key', hint: 'Double check the API key in /config.json.' };
}

/** Compares two secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
