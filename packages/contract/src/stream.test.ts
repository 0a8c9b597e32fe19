import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { StreamEvent } from './stream.ts';

const PAGE = new URL('../../../docs/spec/api.md', import.meta.url);

it('docs/spec/api.md §6 lists every event of the stream, in the order of its API schema', () => {
  const [, listed = ''] = /Events: (.+?)\. Close codes/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const names = [...listed.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  expect(names).toEqual(StreamEvent.options.map(({ shape }) => shape.type.value));
});
