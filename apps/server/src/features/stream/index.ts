/** The WebSocket that streams events to signed-in browsers and programs. */
export { registerStreamRoutes } from './stream.routes.ts';
export { StreamGateway } from './stream-gateway.ts';
