import { err, ok } from '@vigia/core/kernel';
import { expect, it } from 'vitest';
import { type Calls, call } from './calls.ts';

/** Two ends of the same calls: the same one, or those of two processes. */
export type CallsEnds = {
  readonly here: Calls;
  readonly there: Calls;
  /** Resolves once what is served so far can be asked. */
  settled(): Promise<void>;
};

const DOUBLE = call<{ readonly n: number }, { readonly n: number }>('test.double');
const NOTHING = call<null, void>('test.nothing');

/** What all calls do, within a process and between two. */
export function describeCalls(open: () => Promise<CallsEnds>): void {
  it('bring the answer of whoever serves the key', async () => {
    const { here, there, settled } = await open();
    there.serve(DOUBLE, 'a b.c', ({ n }) => ({ n: n * 2 }));
    there.serve(DOUBLE, 'other', async ({ n }) => ({ n: n * 200 }));
    await settled();
    expect(await here.ask(DOUBLE, 'a b.c', { n: 2 })).toEqual(ok({ n: 4 }));
    expect(await here.ask(DOUBLE, 'other', { n: 2 })).toEqual(ok({ n: 400 }));
    expect(await there.ask(DOUBLE, 'other', { n: 3 })).toEqual(ok({ n: 600 }));
  });

  it('bring an answer that says nothing', async () => {
    const { here, there, settled } = await open();
    there.serve(NOTHING, 'key', () => undefined);
    await settled();
    expect((await here.ask(NOTHING, 'key', null)).ok).toBe(true);
  });

  it('tell that nobody serves a key, or any more', async () => {
    const { here, there, settled } = await open();
    expect(await here.ask(DOUBLE, 'key', { n: 2 })).toEqual(err('nobody'));
    const cancel = there.serve(DOUBLE, 'key', ({ n }) => ({ n }));
    await settled();
    cancel();
    cancel();
    await settled();
    expect(await here.ask(DOUBLE, 'key', { n: 2 })).toEqual(err('nobody'));
  });

  it('tell that whoever serves a key failed', async () => {
    const { here, there, settled } = await open();
    there.serve(DOUBLE, 'key', () => {
      throw new Error('broken handler');
    });
    await settled();
    expect(await here.ask(DOUBLE, 'key', { n: 2 })).toEqual(err('failed'));
  });

  it('are served by the last to say so, whom an earlier cancel does not end', async () => {
    const { here, there, settled } = await open();
    const cancel = there.serve(DOUBLE, 'key', () => ({ n: 1 }));
    there.serve(DOUBLE, 'key', () => ({ n: 2 }));
    cancel();
    await settled();
    expect(await here.ask(DOUBLE, 'key', { n: 0 })).toEqual(ok({ n: 2 }));
  });
}
