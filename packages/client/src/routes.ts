import type { Routes } from './api-types.ts';

/** A route of the API as method and path, e.g. `GET /api/v1/trading/assets`. */
export type RouteName = keyof Routes;

/** The path values, query, body and idempotency key of a route. */
export type Input<Name extends RouteName> = Routes[Name]['input'];

/** The body of the successful response of a route. */
export type ResponseBody<Name extends RouteName> = Routes[Name]['answer'];

/** The field `data` of the successful response of a route. */
export type Data<Name extends RouteName> = ResponseBody<Name> extends { readonly data: infer Value } ? Value : never;

/** A request before its path values are filled in. */
export type RouteInput = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
};

/**
 * Returns the path of a request with its values and its query.
 * @param path the path of a route, with names in braces
 * @throws TypeError if a value of the path is missing or a dot segment
 */
export function addressOf(path: string, { path: values = {}, query = {} }: RouteInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    // A dot segment would name another route, even if it is encoded.
    if (value === undefined || /^[.]{0,2}$/.test(value)) throw new TypeError(`${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}
