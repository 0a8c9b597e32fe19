import { err, ok } from '@vigia/core/kernel';
import { expect, it } from 'vitest';
import { type Calls, call } from './calls.ts';

/** Two ends of the same calls, in one process or in two. */
export type CallsViews = {
  readonly here: Calls;
  readonly there: Calls;
  /** Resolves when all handlers registered so far can be called. */
  settled(): Promise<void>;
};

const DOUBLE = call<{ readonly n: number }, { readonly n: number }>('test.double');
const NOTHING = call<null, void>('test.nothing');

/** Defines the tests that calls must pass, within one process and between two processes. */
export function describeCalls(open: () => Promise<CallsViews>): void {
  it('a call returns the response of the process that serves the key', async () => {
    const { here, there, settled } = await open();
    there.serve(DOUBLE, 'a b.c', ({ n }) => ({ n: n * 2 }));
    there.serve(DOUBLE, 'other', async ({ n }) => ({ n: n * 200 }));
    await settled();
    expect(await here.ask(DOUBLE, 'a b.c', { n: 2 })).toEqual(ok({ n: 4 }));
    expect(await here.ask(DOUBLE, 'other', { n: 2 })).toEqual(ok({ n: 400 }));
    expect(await there.ask(DOUBLE, 'other', { n: 3 })).toEqual(ok({ n: 600 }));
  });

  it('a call returns an empty response', async () => {
    const { here, there, settled } = await open();
    there.serve(NOTHING, 'key', () => undefined);
    await settled();
    expect((await here.ask(NOTHING, 'key', null)).ok).toBe(true);
  });

  it('a call returns `not_served` for a key without a handler', async () => {
    const { here, there, settled } = await open();
    expect(await here.ask(DOUBLE, 'key', { n: 2 })).toEqual(err('not_served'));
    const cancel = there.serve(DOUBLE, 'key', ({ n }) => ({ n }));
    await settled();
    cancel();
    cancel();
    await settled();
    expect(await here.ask(DOUBLE, 'key', { n: 2 })).toEqual(err('not_served'));
  });

  it('a call returns `failed` when the handler throws', async () => {
    const { here, there, settled } = await open();
    there.serve(DOUBLE, 'key', () => {
      throw new Error('broken handler');
    });
    await settled();
    expect(await here.ask(DOUBLE, 'key', { n: 2 })).toEqual(err('failed'));
  });

  it('a call reaches the newest handler of a key, even if an earlier handler is cancelled', async () => {
    const { here, there, settled } = await open();
    const cancel = there.serve(DOUBLE, 'key', () => ({ n: 1 }));
    there.serve(DOUBLE, 'key', () => ({ n: 2 }));
    cancel();
    await settled();
    expect(await here.ask(DOUBLE, 'key', { n: 0 })).toEqual(ok({ n: 2 }));
  });
}
