import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import type { Call, Calls } from '#platform/calls/calls.ts';
import { shardOf } from '#platform/ownership/shard.ts';
import {
  ENGINE_HEALTH,
  SEQUENCES,
  SETUP_COUNTERS,
  SETUP_DEBUG,
  SETUP_EDITED,
  SETUP_REJECTIONS,
} from './engine-calls.ts';
import type { SetupRow } from './pcr.repository.ts';
import type { EngineHealth } from './running-setups.ts';
import type { SetupCounters } from './setup-run.ts';

type Owned = Pick<SetupRow, 'id' | 'user_id'>;

const NOT_RUNNING: EngineHealth = { streams: 0, lastCandleAtMs: null };

/**
 * The engine wherever it runs, this process included, as the calls of the API see it. Where nobody answers, nothing runs:
 * every answer then says just that.
 */
export class EngineClient {
  readonly #calls: Pick<Calls, 'ask'>;

  constructor(calls: Pick<Calls, 'ask'>) {
    this.#calls = calls;
  }

  /** Resolves once the engine follows a change that is committed. Without an answer it finds the change by itself, later. */
  async follow(setup: Owned): Promise<void> {
    await this.#ask(SETUP_EDITED, setup.user_id, { id: setup.id }, null);
  }

  /** Of one person's setups, or of the house's: of those that run, by id. */
  async counters(userId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, SetupCounters>> {
    return new Map(Object.entries(await this.#ask(SETUP_COUNTERS, userId, { ids }, {})));
  }

  rejections({ id, user_id }: Owned): Promise<readonly RejectionView[]> {
    return this.#ask(SETUP_REJECTIONS, user_id, { id }, []);
  }

  /** null: nothing evaluates it. */
  debug({ id, user_id }: Owned, after: number): Promise<PcrDebug | null> {
    return this.#ask(SETUP_DEBUG, user_id, { id, after }, null);
  }

  /** Of the person's own setups and the house's, newest first. */
  async sequences(userId: string, asset: string | null): Promise<PcrSequenceView[]> {
    const both = [userId, null].map((owner) => this.#ask(SEQUENCES, owner, { userId: owner, asset }, []));
    return (await Promise.all(both)).flat().toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time);
  }

  /** Of the engine that works for this person. */
  health(userId: string): Promise<EngineHealth> {
    return this.#ask(ENGINE_HEALTH, userId, null, NOT_RUNNING);
  }

  async #ask<Question, Answer>(
    call: Call<Question, Answer>,
    userId: string | null,
    question: Question,
    unanswered: Answer,
  ): Promise<Answer> {
    const answer = await this.#calls.ask(call, shardOf(userId), question);
    return answer.ok ? answer.value : unanswered;
  }
}
