import { expect, it } from 'vitest';
import { jsonFaultLine } from './json-fault.ts';

it.each([
  ['a value that is missing', '{\n  "a": ,\n}', 2],
  ['a comma too many', '{\n  "a": 1,\n}', 3],
  ['a comma too few', '{\n  "a": 1\n  "b": 2\n}', 3],
  ['a key without quotes', '[\n\n{ a: 1 }]', 3],
  ['a string that goes on to the next line', '["x",\n"y\n"]', 2],
  ['text after the end', '{}\n\n{}', 3],
  ['an end that is missing', '{\n"a": [1, -2.5e3, true, null, "\\u00e1"]', 2],
  ['nothing at all', '', 1],
])('jsonFaultLine returns the line of a JSON error: %s', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFaultLine(text)).toBe(line);
});
