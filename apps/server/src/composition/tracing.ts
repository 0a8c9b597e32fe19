import type { IdSource } from '@vigia/core/kernel';
import type { Config } from '#platform/config/config.ts';
import { VERSION } from '#platform/project-root.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { UndoStack } from './undo-stack.ts';

/**
 * Opens tracing to the configured collector, or returns null if there is none. The tracing code is loaded only if it is
 * needed.
 */
export async function openTracing(
  { tracing: choice, cluster }: Config,
  ids: IdSource,
  undo: UndoStack,
): Promise<Tracing | null> {
  if (choice === null) return null;
  const { openOtlpTracing } = await import('#platform/tracing/otlp-tracing.ts');
  const tracing = openOtlpTracing(choice, {
    'service.name': 'vigia',
    'service.version': VERSION,
    'service.instance.id': ids.next(),
    'process.pid': process.pid,
    'vigia.roles': [...cluster.roles].join(','),
  });
  undo.push(() => tracing.close());
  return tracing;
}
