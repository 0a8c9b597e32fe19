import { PcrCloneBody, PcrSetupBody, PcrSetupChange, PcrSetupParams, PcrSetupView, PcrStopBody } from '@vigia/contract';
import { z } from 'zod';
import { valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Pcr } from '../pcr.ts';

export const SETUPS_TAG = 'PCR';

/**
 * Documents the JSON schema of a body without validating the body. The parser of the detector validates the body. It
 * reports each fault once, with its path and range.
 */
const judgedElsewhere = (schema: z.ZodType) => z.unknown().meta({ ...z.toJSONSchema(schema, { io: 'input' }) });

/**
 * Returns the value.
 * @throws ApiError 'Setup not found' if the value is null
 */
export const setupFound = <Value>(value: Value | null): Value => valueOrNotFound(value, 'setup_not_found');

/** Registers the routes that create and change setups. Built-in setups are read-only. */
export function registerSetupRoutes(app: App, pcr: Pcr): void {
  registerListRoutes(app, pcr);
  registerSaveRoutes(app, pcr);
  registerSwitchRoutes(app, pcr);
}

const answered = { data: PcrSetupView, failures: '4xx' } as const;

function registerListRoutes(app: App, pcr: Pcr): void {
  const routes = memberRoutes(app, SETUPS_TAG);
  const config = { effects: ['reads'], fallback: 'fetch_setups' } as const;
  routes.get(
    '/api/pcr/setups',
    { config, summary: 'Tus setups y los de la casa, cada uno con su historial', data: z.array(PcrSetupView) },
    ({ principal }) => pcr.setups(principal.userId),
  );
  routes.get(
    '/api/pcr/setup/:id',
    { ...answered, config, summary: 'Un setup', params: PcrSetupParams },
    async ({ principal, params }) => setupFound(await pcr.setup(principal.userId, params.id)),
  );
}

function registerSaveRoutes(app: App, pcr: Pcr): void {
  const routes = memberRoutes(app, SETUPS_TAG);
  const config = {
    effects: ['changes_rules'],
    effectsByContent: ['arms_automation'],
    fallback: 'create_setup',
  } as const;
  routes.post(
    '/api/pcr/setup',
    {
      ...answered,
      config,
      summary: 'Crea un setup; lo que no se envía toma su valor por defecto',
      body: judgedElsewhere(PcrSetupBody),
      status: 201,
    },
    async ({ principal, body }) => valueOrApiError(await pcr.create(principal, body)),
  );
  routes.put(
    '/api/pcr/setup/:id',
    {
      ...answered,
      config,
      summary: 'Cambia un setup; lo que no se envía queda como está',
      description: 'Un cambio de lo que detecta abre una versión nueva: sus señales llevan el número de la suya.',
      params: PcrSetupParams,
      body: judgedElsewhere(PcrSetupChange),
    },
    async ({ principal, params, body }) => valueOrApiError(await pcr.change(principal, params.id, body)),
  );
}

function registerSwitchRoutes(app: App, pcr: Pcr): void {
  const routes = memberRoutes(app, SETUPS_TAG);
  const ofOne = { ...answered, config: { effects: ['changes_rules'] }, params: PcrSetupParams } as const;
  routes.post(
    '/api/pcr/setup/:id/stop',
    {
      ...ofOne,
      summary: 'Desactiva un setup; con archive además lo saca de las listas para siempre',
      body: PcrStopBody.nullish(),
    },
    async ({ principal, params, body }) =>
      valueOrApiError(await pcr.halt(principal.userId, params.id, body?.archive ?? false)),
  );
  routes.post(
    '/api/pcr/setup/:id/clone',
    {
      ...ofOne,
      summary: 'Copia un setup, también uno de la casa, con otro nombre y apagado',
      body: PcrCloneBody,
      status: 201,
    },
    async ({ principal, params, body }) => valueOrApiError(await pcr.clone(principal.userId, params.id, body.name)),
  );
}
