import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

type Done = (error: Error | null, body?: unknown) => void;
type Parse = (request: FastifyRequest, body: string, done: Done) => void;

/**
 * Returns the parser of JSON bodies for an app. It refuses invalid JSON, a `__proto__` key, and an object that repeats
 * a key. Two programs may read an object with a repeated key differently, so the user could confirm one value and the
 * server execute the other.
 */
export function jsonBodyParser(app: Pick<App, 'getDefaultJsonParser'>): Parse {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text, done) => {
    void parse(request, text, (error, body) => {
      if (error === null && hasRepeatedKey(text, body)) done(new ApiError('duplicate_json_key'));
      else done(error, body);
    });
  };
}

/** Returns true if an object in this valid JSON repeats a key, even in an escaped form. `value` is the parsed text. */
export const hasRepeatedKey = (text: string, value: unknown): boolean => membersIn(text) !== keysIn(value);

/** Returns the number of `key: value` pairs in valid JSON. Each pair has one colon outside strings. */
function membersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COLON) count += 1;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return count;
}

/** Returns the position of the quote that ends a string. A quote after an even number of backslashes ends it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Returns the number of keys of a parsed value and of all values in it. `for in` allocates no list of the keys. The
 * stack replaces recursion, which deep input would exhaust.
 */
function keysIn(root: unknown): number {
  let count = 0;
  const left = [root];
  const add = (value: unknown) => {
    if (typeof value === 'object' && value !== null) left.push(value);
  };
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value) add(item);
    else if (isRecord(value)) {
      for (const key in value) {
        count += 1;
        add(value[key]);
      }
    }
  }
  return count;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
