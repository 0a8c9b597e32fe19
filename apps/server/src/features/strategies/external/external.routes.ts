import {
  DoorMembersBody,
  ErrorBody,
  OwnSignalBody,
  SIGNAL_MAX_BYTES,
  SIGNATURE_HEADER,
  SignalAddress,
  SignalAddressBody,
  SignalAddressParams,
  SignalDoorBody,
  SignalDoorView,
  SignalReceived,
  StrategyParams,
  success,
} from '@vigia/contract';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../../accounts/index.ts';
import { EXTERNAL_ADDRESS_PATH } from './addresses.ts';
import type { ExternalSignals } from './external-signals.ts';

const TAG = 'Señales externas';
const DOOR_PATH = '/api/v1/strategies/:id/door';

/** Registers the routes of signals from outside. */
export function registerExternalRoutes(app: App, external: ExternalSignals): void {
  registerDoorRoutes(app, external);
  registerAddress(app, external);
}

function registerDoorRoutes(app: App, external: ExternalSignals): void {
  const routes = memberRoutes(app, TAG);
  const ofDoor = { params: StrategyParams, failures: '4xx' } as const;
  routes.get(
    DOOR_PATH,
    {
      ...ofDoor,
      config: { effects: ['reads'] },
      summary: 'Cómo le llegan las señales a una estrategia externa, y sus últimos mensajes',
      data: SignalDoorView,
    },
    async ({ principal, params }) => valueOrApiError(await external.door(principal.userId, params.id)),
  );
  routes.put(
    DOOR_PATH,
    {
      ...ofDoor,
      config: { effects: ['changes_account'] },
      summary: 'Dice cómo escribe sus mensajes quien envía las señales',
      body: SignalDoorBody,
      data: SignalDoorView,
    },
    async ({ principal, params, body }) => valueOrApiError(await external.saveDoor(principal.userId, params.id, body)),
  );
  routes.post(
    `${DOOR_PATH}/address`,
    {
      ...ofDoor,
      config: { effects: ['changes_account'], freshProof: 'always' },
      summary: 'Crea su dirección secreta, que se muestra una sola vez y reemplaza a la anterior',
      body: SignalAddressBody,
      data: SignalAddress,
      status: 201,
    },
    async (request) => valueOrApiError(await external.newAddress(callerOf(request), request.params.id, request.body)),
  );
  routes.put(
    `${DOOR_PATH}/members`,
    {
      ...ofDoor,
      config: { effects: ['changes_account'], freshProof: 'always' },
      summary: 'Elige a qué otras estrategias externas sirve su dirección, una por activo',
      description: 'El símbolo de cada mensaje elige la estrategia. Sin símbolo, un mensaje se rechaza.',
      body: DoorMembersBody,
      data: SignalDoorView,
    },
    async (request) => valueOrApiError(await external.saveMembers(callerOf(request), request.params.id, request.body)),
  );
  routes.delete(
    `${DOOR_PATH}/address`,
    {
      ...ofDoor,
      config: { effects: ['changes_account'] },
      summary: 'Quita su dirección secreta, que deja de funcionar al momento',
      data: SignalDoorView,
    },
    async (request) => valueOrApiError(await external.removeAddress(callerOf(request), request.params.id)),
  );
  routes.post(
    '/api/v1/signals',
    {
      config: { effects: ['places_orders'] },
      summary: 'Envía una señal de una estrategia externa desde un programa propio',
      description:
        'Responde en cuanto la guarda. Si la estrategia opera sola, la señal abre su orden en papel o en la demo; con dinero real, un programa no puede.',
      body: OwnSignalBody,
      data: SignalReceived,
      status: 202,
      failures: '4xx',
    },
    async ({ principal, body }) => valueOrApiError(await external.receiveOwn(principal, body)),
  );
}

/** Registers the route of the addresses. Its body is any text, because the sender decides its media type. */
function registerAddress(app: App, external: ExternalSignals): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(
      `${EXTERNAL_ADDRESS_PATH}/:secret`,
      {
        bodyLimit: SIGNAL_MAX_BYTES,
        schema: {
          tags: [TAG],
          summary: 'Recibe una señal de fuera en su dirección secreta',
          description: `El cuerpo es JSON con direction y, si se quiere, symbol, id y time, o texto según el patrón de la estrategia, de hasta 16 KB. Si la dirección pide firma, la cabecera ${SIGNATURE_HEADER} lleva sha256= y el HMAC-SHA-256 del cuerpo en hexadecimal. Responde en cuanto lo guarda.`,
          params: SignalAddressParams,
          response: { 202: success(SignalReceived), '4xx': ErrorBody },
        },
      },
      async ({ params, headers, body }, reply) => {
        const header = headers[SIGNATURE_HEADER];
        const signature = typeof header === 'string' ? header : undefined;
        const posted = { text: typeof body === 'string' ? body : '', signature };
        const received = valueOrApiError(await external.receiveAtAddress(params.secret, posted));
        return reply.code(202).send({ success: true, data: received });
      },
    );
  });
}
