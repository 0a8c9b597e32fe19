import type { Broker } from '@vigia/broker-kit/port';
import { BrokerErrorBody, BrokerParams, BrokerResponse, type BrokerStatusView, type Fallback } from '@vigia/contract';
import { invariant, type Result } from '@vigia/core/kernel';
import type { Effect } from '@vigia/core/vocabulary';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { toBody } from '#platform/http/error-handling.ts';
import { type Caller, callerOf } from '../../accounts/index.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { sessionsLeaseOf } from '../brokers.ts';
import type { BrokerRefusal } from '../refusal.ts';

export const BROKERS_TAG = 'Brókeres';
export const TAGS = [BROKERS_TAG];
/** Routes a request to the process with the user's broker sessions, because only that process can answer it. */
export const FORWARD_TO_SESSIONS = { lease: ({ principal }: FastifyRequest) => sessionsLeaseOf(principal.userId) };
export const BROKERS_PATH = '/api/v1/multi-broker';

/**
 * Returns the broker with this id.
 * @throws ApiError broker_unknown
 */
export function brokerWithId(brokers: BrokerConnections, id: string): Broker {
  const broker = brokers.broker(id);
  if (broker === undefined) throw new ApiError('broker_unknown', { broker: id });
  return broker;
}

export async function brokerStatusOf(
  brokers: BrokerConnections,
  { principal }: FastifyRequest,
  broker: Broker,
): Promise<BrokerStatusView> {
  const status = (await brokers.statuses(principal.userId)).find((one) => one.broker === broker.id);
  invariant(status !== undefined, 'a broker of the catalog has a status');
  return status;
}

type Action<Body extends z.ZodType, Value> = {
  readonly summary: string;
  readonly fallback: Fallback;
  readonly effect: Effect;
  readonly effectsByContent?: readonly Effect[];
  readonly body?: Body;
  readonly freshProof?: NonNullable<FastifyContextConfig['freshProof']>;
  /** The broker of a route whose path does not name one. */
  readonly of?: string;
  readonly act: (caller: Caller, broker: Broker, body: z.output<Body>) => Promise<Result<Value, BrokerRefusal>>;
  /** Returns the message of a success; `name` is the broker's display name. */
  readonly says: (name: string, value: Value, body: z.output<Body>) => string;
  /** Changes the status of a success response. By default the status stays unchanged. */
  readonly shows?: (status: BrokerStatusView, value: Value) => BrokerStatusView;
};

/**
 * Returns a function that registers a route that changes a connection. The route responds with a message and the status
 * of the connection after the action, or with the refusal and that status. A bot requires the scope `connections`.
 */
export function actionRoutes(app: App, brokers: BrokerConnections) {
  return <Value, Body extends z.ZodType = z.ZodType>(
    method: 'POST' | 'DELETE',
    url: string,
    {
      summary,
      fallback,
      effect,
      effectsByContent = [],
      body,
      freshProof,
      of,
      act,
      says,
      shows = (status) => status,
    }: Action<Body, Value>,
  ): void =>
    void app.route({
      method,
      url,
      preHandler: app.authenticate,
      config: {
        effects: [effect],
        effectsByContent,
        saysSuccess: true,
        fallback,
        routedTo: FORWARD_TO_SESSIONS,
        ...(freshProof && { freshProof }),
      },
      schema: {
        tags: TAGS,
        summary,
        ...(of === undefined && { params: BrokerParams }),
        ...(body && { body }),
        response: { 200: BrokerResponse, '4xx': BrokerErrorBody },
      },
      handler: async (request, reply) => {
        const broker = brokerWithId(brokers, of ?? BrokerParams.parse(request.params).broker);
        // The route's schema has already parsed the body to this type.
        const given = request.body as z.output<Body>;
        const done = await act(callerOf(request), broker, given);
        const status = await brokerStatusOf(brokers, request, broker);
        if (!done.ok) return refuse(request, reply, done.error, status);
        const message = says(broker.traits.displayName, done.value, given);
        return { success: true as const, message, ...shows(status, done.value) };
      },
    });
}

/** Responds with the refusal and the status of the connection. */
function refuse(request: FastifyRequest, reply: FastifyReply, refusal: BrokerRefusal, status: BrokerStatusView) {
  const { code, values, details, retryAfterMs } = refusal;
  const error = new ApiError(code, values, details);
  const body = toBody(error, request);
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return reply.status(error.status).send({ success: false, message: body.error.message, ...body, ...status });
}
