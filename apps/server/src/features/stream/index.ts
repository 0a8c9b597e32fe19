/** The WebSocket that streams events to signed-in browsers and bots. */
export { registerStreamRoutes } from './stream.routes.ts';
export { StreamGateway } from './stream-gateway.ts';
