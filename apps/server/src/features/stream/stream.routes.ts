import type { RawData } from 'ws';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { SiteAddresses } from '#platform/http/site.ts';
import type { StreamGateway } from './stream-gateway.ts';
import { WireSocket } from './stream-socket.ts';

/** Registers `GET /api/v1/stream`. A page of another site is refused with 403 at the handshake. */
export function registerStreamRoutes(
  app: App,
  deps: { readonly gateway: StreamGateway; readonly site: SiteAddresses },
): void {
  const { gateway, site } = deps;
  app.route({
    method: 'GET',
    url: '/api/v1/stream',
    websocket: true,
    onRequest: async (request) => {
      if (!site.isOurs(request.headers.origin)) throw new ApiError('forbidden');
    },
    handler: (socket, request) => {
      const client = gateway.connect(new WireSocket(socket, request.raw.socket), request.ip);
      socket.on('message', (data: RawData) => gateway.receive(client, data.toString()));
      socket.on('pong', () => client.answered());
      socket.on('close', () => gateway.disconnect(client));
    },
  });
}
