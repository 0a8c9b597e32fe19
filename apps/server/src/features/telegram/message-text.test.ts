import { expect, it } from 'vitest';
import { joinLines } from './html.ts';
import { messageText } from './message-text.ts';

const words = { title: 'Ganada: A<B', text: 'Resultado "+$8.50"', tag: 'x', path: '/dashboard?a=1&b=2' };
const view = {
  kind: 'feed_back',
  id: 1,
  created_at: '2026-11-20T14:00:00.000Z',
  is_read: false,
  source: 'deriv',
  name: 'Deriv',
} as const;
const message = { id: 'x', summary: words, items: [{ view, words }], expiresMs: 0, attempt: 1 };

it('a message escapes its text and its link', () => {
  expect(messageText(message, 'https://vigia.example')).toBe(
    [
      '<b>Ganada: A&lt;B</b>',
      'Resultado &quot;+$8.50&quot;',
      '<a href="https://vigia.example/dashboard?a=1&amp;b=2">Abrir en Vigía</a>',
    ].join('\n'),
  );
});

it('a message of an installation without a public address has no link', () => {
  expect(messageText(message, null)).not.toContain('<a');
});

it('a message that would be too long loses whole lines at its end, and states how many', () => {
  const line = 'x'.repeat(999);
  expect(joinLines(Array(6).fill(line), (missing) => `y ${missing} más`).split('\n')).toEqual([
    ...Array(4).fill(line),
    'y 2 más',
  ]);
});
