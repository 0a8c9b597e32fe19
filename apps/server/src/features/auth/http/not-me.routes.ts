import { ErrorBody, NotMe, NotMeDone, success } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { App } from '#platform/http/app.ts';
import type { Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import { toApiError } from './api-auth.routes.ts';
import { originOf } from './read.ts';

/** The service behind this route, provided both by the embedded auth service and with a hosted project. */
export interface NotMeService {
  notMe(token: string, origin: Origin): Promise<Result<NotMeDone, AuthRefusal>>;
}

/** Registers `POST /api/v1/auth/not-me`. The route needs no session, only the token in the mailed link 'No fui yo'. */
export function registerNotMeRoute(app: App, service: NotMeService): void {
  const schema = {
    tags: ['Autenticación'],
    summary: '«No fui yo»: cierra todo acceso y bloquea el dinero real 24 horas',
    body: NotMe,
    response: { 200: success(NotMeDone), '4xx': ErrorBody },
  };
  app.post('/api/v1/auth/not-me', { schema }, async (request, reply) => {
    const outcome = await service.notMe(request.body.token, originOf(request));
    if (!outcome.ok) throw toApiError(outcome.error, reply);
    return { success: true as const, data: outcome.value };
  });
}
