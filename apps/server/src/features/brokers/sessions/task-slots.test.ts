import { describe, expect, it } from 'vitest';
import { TaskSlots } from './task-slots.ts';

describe('TaskSlots', () => {
  it('run a limited number of tasks at once, and the others in order of arrival, even after a failure', async () => {
    const slots = new TaskSlots(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const settled = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    };
    const tasks = [0, 1, 2, 3].map((number) =>
      slots.run(async () => {
        started.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (number === 0) throw new Error('broken task');
        return number;
      }),
    );
    const results = Promise.allSettled(tasks);
    await settled();
    expect(started).toEqual([0, 1]);
    ends[0]?.();
    await settled();
    expect(started).toEqual([0, 1, 2]);
    ends[1]?.();
    await settled();
    expect(started).toEqual([0, 1, 2, 3]);
    for (const end of ends) end();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(await slots.run(async () => 'free again')).toBe('free again');
  });
});
