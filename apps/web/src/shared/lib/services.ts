import { type DefaultOptions, QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { PriceFeed } from './price-feed-store.ts';
import type { ProofKeeper } from './proof-keeper.ts';
import type { Stream } from './stream-client.ts';
import { TickStore } from './tick-store.ts';

/**
 * The connections and the live state of one running app. No service is a module variable, so that every test can create
 * new services.
 */
export type Services = {
  readonly api: ApiClient;
  readonly proofs: ProofKeeper;
  readonly stream: Stream;
  readonly priceFeed: PriceFeed;
  readonly ticks: TickStore;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly services: Services };
  }
}

/** Creates the services from the API client, the stream and the proof keeper. */
export function createServices({ api, stream, proofs }: Pick<Services, 'api' | 'stream' | 'proofs'>): Services {
  const priceFeed = new PriceFeed(stream);
  return { api, stream, proofs, priceFeed, ticks: new TickStore(stream, priceFeed) };
}

/**
 * Creates a query client whose metadata contains the services. Query functions and components get the services from
 * there.
 */
export const createQueryClient = (services: Services, queries: DefaultOptions['queries'] = {}): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { ...queries, meta: { services } } } });

/**
 * Returns the services of a query client.
 * @throws Error if {@link createQueryClient} did not create the client
 */
export function servicesOf(queries: QueryClient): Services {
  const services = queries.getDefaultOptions().queries?.meta?.services;
  if (!services) throw new Error('this query client carries no services');
  return services;
}

/** Returns the API client of a query client, for query functions. */
export const apiOf = (queries: QueryClient): ApiClient => servicesOf(queries).api;

/** Returns the services of the nearest `QueryClientProvider`. */
export const useServices = (): Services => servicesOf(useQueryClient());

/** Declares a service of one feature. It is created at its first use, once for each set of services. */
export function featureService<Service>(create: (services: Services) => Service): (services: Services) => Service {
  const created = new WeakMap<Services, Service>();
  return (services) => {
    const known = created.get(services);
    if (known !== undefined) return known;
    const service = create(services);
    created.set(services, service);
    return service;
  };
}
