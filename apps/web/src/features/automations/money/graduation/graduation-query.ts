import { AutomationGraduation } from '@vigia/contract';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATHS_OF: Readonly<Record<AutomationKind, string>> = { pcr: '/api/pcr/setup', strategy: '/api/v1/strategies' };

/** Returns the path of the graduation gate of a setup or strategy. */
export const graduationPath = (kind: AutomationKind, id: string): string => `${PATHS_OF[kind]}/${id}/graduation`;

/** Query of what a setup or strategy misses for real money at the broker of its account. */
export const graduationQuery = (kind: AutomationKind, id: string) =>
  apiQuery(graduationPath(kind, id), AutomationGraduation);
