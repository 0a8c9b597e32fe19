import { err, ok, type Result } from '#kernel/index.ts';
import { MESSAGE_FIELDS, type MessageField } from './fields.ts';

/** A part of a pattern: text that a message must have at this place, a field, or text that is ignored (`{*}`). */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: MessageField }
  | { readonly kind: 'ignored' };

/**
 * Why a pattern cannot be used. `unknown`: a placeholder has no meaning; `twice`: a field occurs twice; `adjacent`: no
 * text separates two placeholders; `no_direction`: the field `{direction}` is missing.
 */
export type PatternFault =
  | { readonly kind: 'unknown' | 'twice'; readonly name: string }
  | { readonly kind: 'adjacent' | 'no_direction' };

/** Longest value of a field in characters. */
const VALUE_MAX = 100;

/** Replaces every run of white space by one space, because senders wrap lines differently. */
const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * Parses a pattern such as `{symbol} {direction} @ {*} id={id}`.
 * @returns the parts in their order, without two adjacent placeholders
 */
export function readPattern(pattern: string): Result<readonly PatternPart[], PatternFault> {
  const parts: PatternPart[] = [];
  const seen = new Set<string>();
  for (const piece of inOneLine(pattern).split(/(\{[^{}]*\})/)) {
    if (piece === '') continue;
    const part = partOf(piece);
    if (part === null) return err({ kind: 'unknown', name: piece });
    if (part.kind !== 'text' && (parts.at(-1)?.kind ?? 'text') !== 'text') return err({ kind: 'adjacent' });
    if (part.kind === 'field' && seen.has(part.field)) return err({ kind: 'twice', name: piece });
    if (part.kind === 'field') seen.add(part.field);
    parts.push(part);
  }
  return seen.has('direction') ? ok(parts) : err({ kind: 'no_direction' });
}

function partOf(piece: string): PatternPart | null {
  if (!piece.startsWith('{')) return { kind: 'text', text: piece };
  const name = piece.slice(1, -1).trim();
  if (name === '*') return { kind: 'ignored' };
  const field = MESSAGE_FIELDS.find((each) => each === name);
  return field === undefined ? null : { kind: 'field', field };
}

/**
 * Reads the fields of a text. A placeholder ends where the text after it first occurs. The time is linear in the length
 * of text and pattern.
 * @returns the values by field, or the part of the pattern that the text does not have
 */
export function matchPattern(
  parts: readonly PatternPart[],
  text: string,
): Result<ReadonlyMap<MessageField, string>, string> {
  const line = inOneLine(text);
  const values = new Map<MessageField, string>();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (!line.startsWith(part.text, at)) return err(part.text.trim());
      at += part.text.length;
      continue;
    }
    const next = parts[index + 1];
    const end = next?.kind === 'text' ? line.indexOf(next.text, at) : line.length;
    if (end < 0) return err(next?.kind === 'text' ? next.text.trim() : '');
    const value = line.slice(at, end).trim();
    at = end;
    if (part.kind === 'ignored') continue;
    if (value === '' || value.length > VALUE_MAX) return err(`{${part.field}}`);
    values.set(part.field, value);
  }
  return at === line.length ? ok(values) : err('');
}
