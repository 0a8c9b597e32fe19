import { PeriodicTask, type PeriodicTaskDeps } from '#platform/cluster/periodic-task.ts';
import { deleteOldAttempts } from './attempts.repository.ts';
import { sendLogHeads } from './log-heads.ts';
import type { WebhookSenderDeps } from './webhook-sender.ts';

const LOOK_EVERY_MS = 10 * 60_000;

export type WebhookUpkeepDeps = WebhookSenderDeps & PeriodicTaskDeps;

/** Sends due heads of the evidence log to webhooks and deletes old attempts, at the start and every ten minutes. */
export class WebhookUpkeep extends PeriodicTask {
  readonly #deps: WebhookUpkeepDeps;

  constructor(deps: WebhookUpkeepDeps) {
    super(deps, {
      lease: 'webhooks',
      everyMs: LOOK_EVERY_MS,
      runsAtStart: true,
      failure: 'the upkeep of webhooks failed; it runs again in ten minutes',
    });
    this.#deps = deps;
  }

  protected override async work(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#deps;
    await deleteOldAttempts(db.sql, clock.now());
    await sendLogHeads(this.#deps, () => signal.aborted);
  }
}
