import type { BrokersResponse } from '@vigia/contract';
import { expect, it } from 'vitest';
import { FakeApi } from '#shared/test/mount-panel.tsx';
import { testQueries } from '#shared/test/test-services.ts';
import { connectBroker, disconnectBroker, testBroker } from './broker-calls.ts';
import { connectionsQuery } from './queries.ts';
import { brokersResponse } from './testing.ts';

const ROOT = '/api/v1/multi-broker';
/** A response of a proxy between the app and the server. */
const BAD_GATEWAY = { status: 502, body: 'Bad Gateway' };
const detailOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (failure: unknown) => failure instanceof Error && 'detail' in failure && failure.detail,
  );

it.each([
  ['connect', connectBroker, 'Failed to connect to deriv'],
  ['disconnect', disconnectBroker, 'Failed to disconnect from deriv'],
  ['test', testBroker, 'Failed to test connection to deriv'],
] as const)(
  'the request to %s a broker has a specific error text if the server does not respond',
  async (path, call, text) => {
    const api = new FakeApi().on(`POST ${ROOT}/${path}/deriv`, BAD_GATEWAY);
    expect(await detailOf(call(api.services.api, 'deriv'))).toBe(text);
  },
);

/** docs/spec/api.md §3 defines the texts of the server's errors. */
it.each([
  ['connect', connectBroker, 'Error conectando a Deriv'],
  ['disconnect', disconnectBroker, 'Error desconectando de deriv'],
  ['test', testBroker, 'Error probando conexión a deriv'],
  ['connect', connectBroker, 'Espera.'],
] as const)('the request to %s a broker keeps the error text of the server', async (path, call, detail) => {
  const refusal = { error: { code: 'service_unavailable', message: 'Espera.', details: [] }, detail };
  const api = new FakeApi().on(`POST ${ROOT}/${path}/deriv`, { status: 503, body: refusal });
  expect(await detailOf(call(api.services.api, 'deriv'))).toBe(detail);
});

it('the request for the list of brokers keeps the error text of the server', async () => {
  const refusal = { error: { code: 'service_unavailable', message: 'No disponible.', details: [] }, detail: 'Not now' };
  const api = new FakeApi().on(`GET ${ROOT}/brokers`, { status: 503, body: refusal });
  const queries = testQueries(api.services, { retry: false });
  expect(await detailOf(queries.fetchQuery(connectionsQuery))).toBe('Not now');
});

it('the first and the later requests for the list of brokers have different error texts if the server does not respond', async () => {
  const api = new FakeApi().on(`GET ${ROOT}/brokers`, BAD_GATEWAY);
  const queries = testQueries(api.services, { retry: false });
  const read = () => detailOf(queries.fetchQuery(connectionsQuery));
  expect(await read()).toBe('Failed to initialize multi-broker system');
  const known: BrokersResponse = brokersResponse();
  queries.setQueryData(connectionsQuery.queryKey, known);
  expect(await read()).toBe('Failed to refresh broker status');
  api.on(`GET ${ROOT}/brokers`, { status: 200, body: known });
  expect(await read()).toBeNull();
});
