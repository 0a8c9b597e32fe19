/** The WebSocket that carries what happens to signed-in browsers and programs. */
export { registerStreamRoutes } from './stream.routes.ts';
export { StreamGateway } from './stream-gateway.ts';
