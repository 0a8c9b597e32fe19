import { describe, expect, it } from 'vitest';
import { writeAll, writeOutput } from './write-output.ts';

/** Returns a target that keeps its parts, and whose reader closes it after `closesAfter` of them. */
function keeping(closesAfter = Infinity) {
  const parts: string[] = [];
  const target = {
    writeText: (text: string) => void parts.push(text),
    writePart: (part: string) => parts.push(part) < closesAfter,
  };
  return { parts, target };
}

const TEXT = 'x'.repeat(1_000);

/** Writes `count` texts of a thousand characters. */
const texts = (count: number) => (write: (part: string) => void) => {
  for (let index = 0; index < count; index += 1) write(TEXT);
};

describe('the output of a command', () => {
  it('is written unchanged if it is a text', () => {
    const { parts, target } = keeping();
    writeOutput('hola', target);
    expect(parts).toEqual(['hola']);
  });

  it('is written in parts of bounded length, whatever its length', () => {
    const { parts, target } = keeping();
    writeOutput(texts(1_000), target);
    expect(parts.join('')).toBe(TEXT.repeat(1_000));
    expect(parts.length).toBeGreaterThan(10);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(70_000);
  });

  it('stops once the reader has closed the pipe', () => {
    const { parts, target } = keeping(2);
    writeOutput(texts(1_000), target);
    expect(parts).toHaveLength(2);
  });
});

/** Returns a pipe that takes at most three bytes, and fails with these codes in turn before it takes any. */
function pipe(...codes: readonly string[]) {
  const failures = [...codes];
  let taken = '';
  let waits = 0;
  const write = (bytes: Uint8Array): number => {
    const code = failures.shift();
    if (code !== undefined && code !== '') throw Object.assign(new Error(code), { code });
    taken += Buffer.from(bytes.subarray(0, 3)).toString('latin1');
    return Math.min(3, bytes.length);
  };
  const wait = () => {
    waits += 1;
  };
  return { write, wait, seen: () => ({ taken, waits }) };
}

describe('a part of a command’s output', () => {
  it('is written completely to a pipe that accepts only a few bytes at a time and is full at times', () => {
    const { write, wait, seen } = pipe('', 'EAGAIN', 'EAGAIN', '', 'EAGAIN');
    expect(writeAll('abcdefgh', write, wait)).toBe(true);
    expect(seen()).toEqual({ taken: 'abcdefgh', waits: 3 });
  });

  it('ends without an error when the reader has closed the pipe', () => {
    const { write, wait, seen } = pipe('', 'EPIPE');
    expect(writeAll('abcdefgh', write, wait)).toBe(false);
    expect(seen().taken).toBe('abc');
  });

  it('fails with any other error of the system', () => {
    const { write, wait } = pipe('ENOSPC');
    expect(() => writeAll('abc', write, wait)).toThrow('ENOSPC');
  });
});
