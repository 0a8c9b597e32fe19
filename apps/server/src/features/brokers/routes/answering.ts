import type { Broker } from '@vigia/broker-kit/port';
import { BrokerAnswer, BrokerErrorBody, type BrokerStatusView, type Fallback } from '@vigia/contract';
import { invariant, type Result } from '@vigia/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import { toBody } from '#platform/http/error-handling.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { BROKER_GATEWAY } from '../brokers.ts';
import type { BrokerRefusal } from '../refusal.ts';

export const TAGS = ['Brókeres'];
export const PREFIX = '/api/v1/multi-broker';

/** Common response of the routes that act on one broker. */
export const RESPONSE = { 200: BrokerAnswer, '4xx': BrokerErrorBody };
/** Options of a route that changes something: a bot requires the scope `connections`. */
export const acting = (fallback: Fallback) => ({
  botScope: 'connections' as const,
  saysSuccess: true,
  fallback,
  routedTo: { lease: BROKER_GATEWAY },
});

/** @throws ApiError broker_unknown */
export function brokerOf(brokers: BrokerConnections, id: string): Broker {
  const broker = brokers.broker(id);
  if (broker === undefined) throw new ApiError('broker_unknown', { broker: id });
  return broker;
}

export async function statusOf(
  brokers: BrokerConnections,
  { principal }: FastifyRequest,
  broker: Broker,
): Promise<BrokerStatusView> {
  const status = (await brokers.statuses(principal.userId)).find((one) => one.broker === broker.id);
  invariant(status !== undefined, 'a broker of the catalog has a status');
  return status;
}

export const SENT = Symbol('answered');

/** Returns the value, or throws the refusal as an error response with the status of the connection. */
export async function orAnswer<Value>(
  brokers: BrokerConnections,
  request: FastifyRequest,
  reply: FastifyReply,
  broker: Broker,
  outcome: Result<Value, BrokerRefusal>,
): Promise<Value | typeof SENT> {
  if (outcome.ok) return outcome.value;
  const { code, values, details, retryAfterMs } = outcome.error;
  const error = new ApiError(code, values, details);
  const body = toBody(error, request);
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  const status = await statusOf(brokers, request, broker);
  void reply.status(error.status).send({ success: false, message: body.error.message, ...body, ...status });
  return SENT;
}

/** Returns the status of the connection after the action, or the refusal. */
export async function answer(
  brokers: BrokerConnections,
  request: FastifyRequest,
  reply: FastifyReply,
  broker: Broker,
  done: Result<null, BrokerRefusal>,
  message: string,
): Promise<BrokerAnswer | FastifyReply> {
  if ((await orAnswer(brokers, request, reply, broker, done)) === SENT) return reply;
  return { success: true, message, ...(await statusOf(brokers, request, broker)) };
}
