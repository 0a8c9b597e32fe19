import type { Cancel, Result } from '@vigia/core/kernel';

/**
 * A kind of request between processes. Only the compiler uses the type parameters. Request and response are plain
 * JSON data.
 */
export type Call<Question, Answer> = { readonly name: string; readonly sample?: readonly [Question, Answer] };

export const call = <Question, Answer>(name: string): Call<Question, Answer> => ({ name });

/**
 * The reason for a missing response. `not_served`: no process serves the key, so the request was certainly not
 * executed. `too_late`: the timeout passed, and the request may still be executed. `failed`: the handler threw.
 */
export type CallFault = 'not_served' | 'too_late' | 'failed';

/** Requests to the process that serves a key, such as the lease holder of a shard. */
export interface Calls {
  /**
   * Answers a call for one key until it is cancelled. An error of the handler is logged here, and the caller gets
   * `failed`.
   * @param key key such as a shard; at most one process answers for a key at a time
   */
  serve<Question, Answer>(
    call: Call<Question, Answer>,
    key: string,
    handler: (question: Question) => Answer | Promise<Answer>,
  ): Cancel;
  /**
   * Sends a request to the process that serves `key`, which may be this process. It never rejects. A repeated request
   * may be executed twice.
   */
  ask<Question, Answer>(
    call: Call<Question, Answer>,
    key: string,
    question: Question,
    timeoutMs?: number,
  ): Promise<Result<Answer, CallFault>>;
}
