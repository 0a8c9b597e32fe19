import { NatsBus } from '#platform/bus/nats-bus.ts';
import { NatsCalls } from '#platform/calls/nats-calls.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { NatsLink } from '#platform/nats/nats-link.ts';
import { JetStreamWorkQueue } from '#platform/work/jetstream-work-queue.ts';
import type { ClusterServices } from './cluster-services.ts';

export { topicForUser } from '#platform/bus/bus.ts';
export { createInProcessBus } from '#platform/bus/in-process-bus.ts';
export { call } from '#platform/calls/calls.ts';
export { createLogger } from '#platform/logging/logger.ts';
export { startTestNats } from '#platform/nats/testing-nats.ts';
export { workKind } from '#platform/work/work-queue.ts';

/** Opens the connections of one of several processes. A benchmark opens any number of them in one process. */
export function openProcessServices(url: string): Omit<ClusterServices, 'cluster'> & Pick<NatsLink, 'close'> {
  const log = createLogger('error');
  const deps = { link: new NatsLink({ url, name: 'bench', clock: systemClock, log }), space: 'bench', log };
  return {
    bus: new NatsBus({ ...deps, clock: systemClock }),
    calls: new NatsCalls(deps),
    work: new JetStreamWorkQueue({ ...deps, clock: systemClock, ids: randomIds }),
    close: () => deps.link.close(),
  };
}
