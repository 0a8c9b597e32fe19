import { errors } from '@nats-io/transport-node';

/** NATS reported no subscriber: no process received the request. */
export const lacksResponder = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
