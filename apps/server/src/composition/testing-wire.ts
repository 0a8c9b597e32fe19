import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { RouteListener } from '#platform/http/app.ts';

/**
 * A request that is sent exactly as written: the path is not normalised, no header is added, and every method is
 * allowed.
 */
export type RawRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type WireResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request to the server at `url`. */
export function sendRawRequest(
  url: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<WireResponse> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on('error', reject);
    });
    // The server does not read a refused body to its end, so the write of the body may fail after the response.
    sent.on('error', reject);
    sent.end(body);
  });
}

export type Route = { readonly method: string; readonly url: string };

/** Collects every route of a server during its start. A test passes `onRoute` in the overrides of the server. */
export class RouteList {
  readonly #routes: Route[] = [];
  readonly onRoute: RouteListener = ({ method, url }) => {
    this.#routes.push(...[method].flat().map((one) => ({ method: one, url })));
  };

  /** Returns each method and address once. */
  all(): readonly Route[] {
    return [...new Map(this.#routes.map((route) => [routeName(route), route])).values()];
  }

  /** Returns the routes whose method can change data. */
  writing(): readonly Route[] {
    return this.all().filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  }
}

export const routeName = ({ method, url }: Route): string => `${method} ${url}`;

export const UNKNOWN_ROW_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** Returns a path of the route, by default with an id that no row has. */
export const routePath = ({ url }: Route, id = UNKNOWN_ROW_ID): string =>
  url.replace(/:\w+/g, id).replace('*', 'x.css');
