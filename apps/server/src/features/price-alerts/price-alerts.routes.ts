import { PriceAlertBody, PriceAlertParams, PriceAlertView } from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { PriceAlerts } from './price-alerts.ts';

const PATH = '/api/v1/price-alerts';
const CHANGE = { effects: ['changes_screen'] } as const;

/** Registers the routes of a user's alerts on prices. Bots may read alerts; only users may change them. */
export function registerPriceAlertRoutes(app: App, alerts: PriceAlerts): void {
  const routes = memberRoutes(app, 'Gráfico');
  routes.get(
    PATH,
    {
      config: { effects: ['reads'] },
      summary: 'Tus alertas de precio, la más nueva primero',
      data: z.array(PriceAlertView),
    },
    ({ principal }) => alerts.list(principal.userId),
  );
  routes.put(
    `${PATH}/:id`,
    {
      config: CHANGE,
      summary: 'Crea una alerta que avisa una vez cuando el precio llega a un nivel',
      description:
        'El identificador lo elige quien la crea; repetir la petición no crea otra. Solo la disparan precios en vivo de la fuente que ves.',
      params: PriceAlertParams,
      body: PriceAlertBody,
      data: PriceAlertView,
      failures: '4xx',
    },
    async ({ principal, params, body }) => valueOrApiError(await alerts.create(principal.userId, params.id, body)),
  );
  routes.delete(
    `${PATH}/:id`,
    {
      config: CHANGE,
      summary: 'Elimina una alerta de precio',
      params: PriceAlertParams,
      data: z.null(),
      failures: 404,
    },
    async ({ principal, params }) => {
      if (!(await alerts.remove(principal.userId, params.id))) throw new ApiError('price_alert_not_found');
      return null;
    },
  );
}
