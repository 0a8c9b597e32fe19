import type { App } from '#platform/http/app.ts';

/** The Supabase client calls its bodies JSON also where it has nothing to say: such a body is no fault, just absent. */
export function acceptEmptyJson(scope: App): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}
