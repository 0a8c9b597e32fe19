import type { Cancel, Result } from '@vigia/core/kernel';

/** A question between processes. The type parameters exist for the compiler only; both sides are plain JSON data. */
export type Call<Question, Answer> = { readonly name: string; readonly sample?: readonly [Question, Answer] };

export const call = <Question, Answer>(name: string): Call<Question, Answer> => ({ name });

/**
 * Nobody answers to that name at the moment, so that certainly nothing was done; or not in time, so that it may be done all
 * the same; or whoever did failed at it.
 */
export type CallFault = 'nobody' | 'too_late' | 'failed';

/** Who is asked: whoever owns `key` of what the call is about, such as a shard. */
export interface Calls {
  /**
   * Answers a call for one key until cancelled. What the handler throws is logged here and is `failed` over there.
   * @param key such as a shard; at most one process answers for a key at a time
   */
  serve<Question, Answer>(
    call: Call<Question, Answer>,
    key: string,
    handler: (question: Question) => Answer | Promise<Answer>,
  ): Cancel;
  /** Asks whoever serves `key`, this process included. Never rejects; asking twice may do twice. */
  ask<Question, Answer>(
    call: Call<Question, Answer>,
    key: string,
    question: Question,
    timeoutMs?: number,
  ): Promise<Result<Answer, CallFault>>;
}
