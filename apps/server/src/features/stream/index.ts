/** The WebSocket that carries what happens to signed-in browsers and programs. */
export { registerStreamRoutes } from './stream.routes.ts';
export { type StreamDeps, StreamGateway } from './stream-gateway.ts';
