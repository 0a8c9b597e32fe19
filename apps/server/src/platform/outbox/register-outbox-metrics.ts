import type { Clock } from '@vigia/core/kernel';
import type { Registry } from 'prom-client';
import { registerFigures } from '#platform/metrics/register-figures.ts';

/** Number of waiting rows of an outbox table, and the time at which the oldest of them was written. */
export type WaitingCount = { readonly waiting: number; readonly oldest: Date | null };

/** Registers the metrics `vigia_<name>_outbox_waiting` and `vigia_<name>_outbox_oldest_seconds` (0 if no row waits). */
export function registerOutboxMetrics(
  registry: Registry,
  name: 'mail' | 'notification',
  { clock, read }: { readonly clock: Pick<Clock, 'now'>; readonly read: () => Promise<WaitingCount> },
): void {
  const count = `vigia_${name}_outbox_waiting`;
  const age = `vigia_${name}_outbox_oldest_seconds`;
  const helps = { [count]: `Rows of the ${name} outbox that wait to be sent`, [age]: 'Age of the oldest; 0 if none' };
  registerFigures(registry, helps, async () => {
    const { waiting, oldest } = await read();
    const nowMs = clock.now();
    return { [count]: waiting, [age]: Math.max(0, nowMs - (oldest?.getTime() ?? nowMs)) / 1_000 };
  });
}
