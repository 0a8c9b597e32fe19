import type { App } from '#platform/http/app.ts';
import { jsonBodyParser } from '#platform/http/json-body.ts';

/**
 * Treats an empty body with a JSON content type as no body, because the Supabase client sends that content type even
 * without a body.
 */
export function acceptEmptyJson(scope: App): void {
  const parse = jsonBodyParser(scope);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}
