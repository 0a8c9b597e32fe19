import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { Cluster, ClusterRun } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { deleteOldAttempts } from './attempts.repository.ts';
import { sendLogHeads } from './log-heads.ts';
import type { WebhookSenderDeps } from './webhook-sender.ts';

const LOOK_EVERY = durationMs(10 * 60_000);

export type WebhookUpkeepDeps = WebhookSenderDeps & {
  readonly cluster: Pick<Cluster, 'runSingleton'>;
  readonly log: Logger;
};

/** Sends due heads of the evidence log to webhooks and deletes old attempts, at the start and every ten minutes. */
export class WebhookUpkeep {
  readonly #deps: WebhookUpkeepDeps;
  #run: ClusterRun | null = null;
  #cancel: Cancel = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(deps: WebhookUpkeepDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#run = this.#deps.cluster.runSingleton('webhooks', {
      start: async () => {
        this.#isStopping = false;
        this.#cancel = this.#deps.clock.every(LOOK_EVERY, () => void this.tick());
        void this.tick();
      },
      stop: async () => {
        this.#cancel();
        this.#isStopping = true;
        await this.#running;
      },
    });
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  tick(): Promise<void> {
    const { db, clock, log } = this.#deps;
    this.#running = this.#running
      .then(async () => {
        await deleteOldAttempts(db.sql, clock.now());
        await sendLogHeads(this.#deps, () => this.#isStopping);
      })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the upkeep of webhooks failed; it runs again in ten minutes'),
      );
    return this.#running;
  }
}
