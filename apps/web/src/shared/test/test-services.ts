import type { QueryClient } from '@tanstack/react-query';
import { ApiClient } from '#shared/lib/api-client.ts';
import { ProofKeeper } from '#shared/lib/proof-keeper.ts';
import { createQueryClient, createServices, type Services } from '#shared/lib/services.ts';
import { FakeStream } from './fake-stream.ts';

export type TestServices = Services & { readonly stream: FakeStream };

/** Returns the services for one test. Requests go to `fetch` without a session. The test controls the stream. */
export function testServices(
  fetch: typeof globalThis.fetch = async () => new Response('{}', { status: 503 }),
  proofs = new ProofKeeper(),
): TestServices {
  const stream = new FakeStream();
  const api = new ApiClient({
    fetch,
    session: { read: async () => null, store: async () => {} },
    pause: async () => {},
    deadline: (ms) => AbortSignal.timeout(ms),
    endSession: () => {},
    askSecondFactor: async () => {},
    proofs,
  });
  return { ...createServices({ api, stream, proofs }), stream };
}

/** Returns a query client without retries that uses the services of a test. */
export const testQueries = (
  services: Services = testServices(),
  options?: Parameters<typeof createQueryClient>[1],
): QueryClient => createQueryClient(services, { retry: false, ...options });
