import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import type { Call, Calls } from '#platform/calls/calls.ts';
import { shardOf } from '#platform/cluster/shards.ts';
import type { SetupRow } from '../pcr.repository.ts';
import {
  ENGINE_HEALTH,
  SEQUENCES,
  SETUP_COUNTERS,
  SETUP_DEBUG,
  SETUP_EDITED,
  SETUP_REJECTIONS,
} from './engine-calls.ts';
import type { EngineHealth } from './running-setups.ts';
import type { SetupCounters } from './setup-run.ts';

type Owned = Pick<SetupRow, 'id' | 'user_id'>;

const NOT_RUNNING: EngineHealth = { streams: 0, lastCandleAtMs: null };

/**
 * Client of the engine for the API routes. The engine may run in any process, including this one. If no process
 * answers, the results show that no setup runs.
 */
export class EngineClient {
  readonly #calls: Pick<Calls, 'ask'>;

  constructor(calls: Pick<Calls, 'ask'>) {
    this.#calls = calls;
  }

  /**
   * Resolves when the engine has applied a committed change. If no engine answers, the engine finds the change later by
   * polling.
   */
  async reload(setup: Owned): Promise<void> {
    await this.#ask(SETUP_EDITED, setup.user_id, { id: setup.id }, null);
  }

  /** Returns the counters of one user's running setups by setup id. A null user selects the built-in setups. */
  async counters(userId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, SetupCounters>> {
    return new Map(Object.entries(await this.#ask(SETUP_COUNTERS, userId, { ids }, {})));
  }

  rejections({ id, user_id }: Owned): Promise<readonly RejectionView[]> {
    return this.#ask(SETUP_REJECTIONS, user_id, { id }, []);
  }

  /** Returns the internal state of a setup; null if no engine runs it. */
  debug({ id, user_id }: Owned, after: number): Promise<PcrDebug | null> {
    return this.#ask(SETUP_DEBUG, user_id, { id, after }, null);
  }

  /** Returns the sequences of the user's own and the built-in setups, newest first. */
  async sequences(userId: string, asset: string | null): Promise<PcrSequenceView[]> {
    const both = [userId, null].map((owner) => this.#ask(SEQUENCES, owner, { userId: owner, asset }, []));
    return (await Promise.all(both)).flat().toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time);
  }

  /** Returns the health of the engine that runs this user's setups. */
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
