import { expect, it } from 'vitest';
import type { MessageRows } from './outbox.repository.ts';
import { SentNotes } from './sent-notes.ts';

const message = (id: number): MessageRows => ({ ids: [id], messageId: `m${id}` });

it('SentNotes writes the first message at once, and those that arrive meanwhile together', async () => {
  const written: number[][] = [];
  const ends: (() => void)[] = [];
  const notes = new SentNotes((messages) => {
    written.push(messages.flatMap(({ ids }) => ids));
    return new Promise((resolve) => ends.push(resolve));
  });
  const first = notes.add(message(1));
  await expect.poll(() => written).toEqual([[1]]);
  const others = [notes.add(message(2)), notes.add(message(3))];
  ends[0]?.();
  await first;
  await expect.poll(() => written).toEqual([[1], [2, 3]]);
  ends[1]?.();
  await Promise.all(others);
});

it('SentNotes rejects the messages of a failed note, and writes the next one', async () => {
  let isFailing = true;
  const notes = new SentNotes(async () => {
    if (isFailing) throw new Error('the database is away');
  });
  await expect(notes.add(message(1))).rejects.toThrow('away');
  isFailing = false;
  await expect(notes.add(message(2))).resolves.toBeUndefined();
});
