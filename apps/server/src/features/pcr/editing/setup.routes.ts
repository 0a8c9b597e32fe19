import {
  ErrorBody,
  PcrCloneBody,
  PcrSetupBody,
  PcrSetupChange,
  PcrSetupParams,
  PcrSetupView,
  PcrStopBody,
  success,
} from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Pcr } from '../pcr.ts';
import type { SetupRefusal } from './read-setup.ts';

export const TAGS = ['PCR'];

/**
 * Documents a body's JSON schema without validating it. The detector's own reader validates, and reports each fault
 * once with its path and range.
 */
const judgedElsewhere = (schema: z.ZodType) => z.unknown().meta({ ...z.toJSONSchema(schema, { io: 'input' }) });

const answers = { 200: success(PcrSetupView), '4xx': ErrorBody };

/** Returns the value, or throws the refusal as an API error. */
export function granted<Value>(result: Result<Value, SetupRefusal>): { success: true; data: Value } {
  if (result.ok) return { success: true, data: result.value };
  const { code, values, details } = result.error;
  throw new ApiError(code, values, details);
}

/** Returns the value, or throws 'Setup not found' for null. */
export function found<Value>(value: Value | null): { success: true; data: Value } {
  if (value === null) throw new ApiError('setup_not_found');
  return { success: true, data: value };
}

/** Registers the routes that create and change setups. Built-in setups are read-only. */
export function registerSetupRoutes(app: App, pcr: Pcr): void {
  registerListRoutes(app, pcr);
  registerSaveRoutes(app, pcr);
  registerSwitchRoutes(app, pcr);
}

function registerListRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/pcr/setups',
    {
      preHandler,
      config: { botScope: 'read', fallback: 'fetch_setups' },
      schema: {
        tags: TAGS,
        summary: 'Tus setups y los de la casa, cada uno con su historial',
        response: { 200: success(z.array(PcrSetupView)) },
      },
    },
    async ({ principal }) => ({ success: true as const, data: await pcr.setups(principal.userId) }),
  );
  app.get(
    '/api/pcr/setup/:id',
    {
      preHandler,
      config: { botScope: 'read', fallback: 'fetch_setups' },
      schema: { tags: TAGS, summary: 'Un setup', params: PcrSetupParams, response: answers },
    },
    async ({ principal, params }) => found(await pcr.setup(principal.userId, params.id)),
  );
}

function registerSaveRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  app.post(
    '/api/pcr/setup',
    {
      preHandler,
      config: { botScope: 'pcr', fallback: 'create_setup' },
      schema: {
        tags: TAGS,
        summary: 'Crea un setup; lo que no se envía toma su valor por defecto',
        body: judgedElsewhere(PcrSetupBody),
        response: { 201: success(PcrSetupView), '4xx': ErrorBody },
      },
    },
    async ({ principal, body }, reply) => reply.code(201).send(granted(await pcr.create(principal.userId, body))),
  );
  app.put(
    '/api/pcr/setup/:id',
    {
      preHandler,
      config: { botScope: 'pcr', fallback: 'create_setup' },
      schema: {
        tags: TAGS,
        summary: 'Cambia un setup; lo que no se envía queda como está',
        description: 'Un cambio de lo que detecta abre una versión nueva: sus señales llevan el número de la suya.',
        params: PcrSetupParams,
        body: judgedElsewhere(PcrSetupChange),
        response: answers,
      },
    },
    async ({ principal, params, body }) => granted(await pcr.change(principal.userId, params.id, body)),
  );
}

function registerSwitchRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  const config = { botScope: 'pcr' } as const;
  app.post(
    '/api/pcr/setup/:id/stop',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Desactiva un setup; con archive además lo saca de las listas para siempre',
        params: PcrSetupParams,
        body: PcrStopBody.nullish(),
        response: answers,
      },
    },
    async ({ principal, params, body }) => granted(await pcr.halt(principal.userId, params.id, body?.archive ?? false)),
  );
  app.post(
    '/api/pcr/setup/:id/clone',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Copia un setup, también uno de la casa, con otro nombre y apagado',
        params: PcrSetupParams,
        body: PcrCloneBody,
        response: { 201: success(PcrSetupView), '4xx': ErrorBody },
      },
    },
    async ({ principal, params, body }, reply) =>
      reply.code(201).send(granted(await pcr.clone(principal.userId, params.id, body.name))),
  );
}
