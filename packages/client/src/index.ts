/** Client of the API of Vigía: every route with its types, and the stream of events. It needs no other package. */

export type { ErrorBody, StreamEvent, StreamRequest } from './api-types.ts';
export { type CallOptions, type ClientOptions, VigiaClient } from './client.ts';
export { type Failure, VigiaError } from './failure.ts';
export type * from './named-types.ts';
export type { Data, Input, ResponseBody, RouteName } from './routes.ts';
export {
  type OpenSocket,
  openStream,
  type SocketListener,
  type Stream,
  type StreamEnd,
  type StreamInterest,
  type StreamOptions,
  type StreamSocket,
} from './stream.ts';
