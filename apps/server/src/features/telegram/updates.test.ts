import { describe, expect, it } from 'vitest';
import { blockedUpdate, buttonUpdate, textUpdate } from './testing-bot-api.ts';
import { readUpdate, updateId } from './updates.ts';

const read = (update: object) => readUpdate({ update_id: 1, ...update });

describe('readUpdate', () => {
  it.each([
    ['/estado', 'estado', null],
    ['/ESTADO', 'estado', null],
    ['/silencio@vigia_prueba_bot  3 horas', 'silencio', '3'],
    ['/start Q3mX0v7dKp2sT9aLw5ZcRg', 'start', 'Q3mX0v7dKp2sT9aLw5ZcRg'],
    ['hola /estado', null, null],
    ['/', null, null],
    ['', null, null],
  ])('reads %j as the command %j with %j', (text, command, argument) => {
    expect(read(textUpdate(7, text))).toEqual({
      kind: 'message',
      chatId: 7,
      isPrivate: true,
      name: '@ana7',
      command,
      argument,
      words: argument === null ? [] : expect.arrayContaining([argument]),
    });
  });

  it('shortens a long word and a long name', () => {
    const update = { message: { chat: { id: 7, type: 'private' }, from: { first_name: 'x'.repeat(500) }, text: '' } };
    expect(read(update)).toMatchObject({ name: 'x'.repeat(64) });
    expect(read(textUpdate(7, `/start ${'x'.repeat(500)}`))).toMatchObject({ argument: 'x'.repeat(100) });
  });

  it('reads a pressed button and a blocked bot', () => {
    expect(read(buttonUpdate(7, 'stop'))).toMatchObject({ kind: 'button', chatId: 7, messageId: 5, data: 'stop' });
    expect(read(blockedUpdate(7))).toEqual({ kind: 'blocked', chatId: 7 });
  });

  it('states that a message is not from a private chat', () => {
    expect(read(textUpdate(-7, '/estado', 'group'))).toMatchObject({ isPrivate: false });
  });

  it.each([null, 7, 'x', [], {}, { message: { chat: { id: 'x', type: 'private' } } }, { callback_query: { id: 'x' } }])(
    'returns null for %j',
    (update) => {
      expect(readUpdate(update)).toBeNull();
    },
  );
});

it('the id of an update is read even if the bot does not handle its kind', () => {
  expect([updateId({ update_id: 7, poll: {} }), updateId({}), updateId(null)]).toEqual([7, null, null]);
});
