import {
  PcrHealth,
  PcrSequencesQuery,
  PcrSequenceView,
  PcrSetupView,
  PcrSignals,
  type PcrSignalView,
  success,
} from '@vigia/contract';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { Pcr } from './pcr.ts';

const TAGS = ['PCR'];

/** The PCR calls that read; each user sees the house's setups and their own. */
export function registerPcrRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  const config = { botScope: 'read' } as const;
  app.get(
    '/api/pcr/setups',
    {
      preHandler,
      config,
      schema: { tags: TAGS, summary: 'Setups', response: { 200: success(z.array(PcrSetupView)) } },
    },
    async ({ principal }) => ({ success: true as const, data: await pcr.setups(principal.userId) }),
  );
  app.get(
    '/api/pcr/signals',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Las últimas señales, la más reciente primero',
        response: { 200: success(PcrSignals) },
      },
    },
    async ({ principal }) => {
      const signals = await pcr.signals(principal.userId);
      return { success: true as const, data: { signals, signals_by_setup: bySetup(signals) } };
    },
  );
  app.get(
    '/api/pcr/sequences/summary',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Las últimas secuencias y sus zonas',
        querystring: PcrSequencesQuery,
        response: { 200: success(z.array(PcrSequenceView)) },
      },
    },
    async ({ principal, query }) => ({ success: true as const, data: pcr.sequences(principal.userId, query.asset) }),
  );
  app.get(
    '/api/pcr/health',
    { preHandler, config, schema: { tags: TAGS, summary: 'Estado del motor PCR', response: { 200: PcrHealth } } },
    async () => pcr.health(),
  );
}

/** The same list by setup: clients of both shapes are served (product specification §7). */
function bySetup(signals: readonly PcrSignalView[]): Record<string, PcrSignalView[]> {
  const groups: Record<string, PcrSignalView[]> = {};
  for (const signal of signals) (groups[signal.setup_id] ??= []).push(signal);
  return groups;
}
