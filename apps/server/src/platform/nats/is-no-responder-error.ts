import { errors } from '@nats-io/transport-node';

/** Returns true if NATS reported that no process is subscribed, so that no process received the request. */
export const isNoResponderError = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
