import { errors } from '@nats-io/transport-node';

/** NATS said that nobody listens: the question has reached no one. */
export const lacksResponder = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
