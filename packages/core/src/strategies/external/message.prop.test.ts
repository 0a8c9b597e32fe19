import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageFormat, readMessage } from './message.ts';
import { readPattern } from './pattern.ts';

const JSON_FORMAT: MessageFormat = { kind: 'json' };
const BY_TEXT: MessageFormat = { kind: 'pattern', pattern: 'Señal {direction} de {symbol}; id={id} | {*} | {time}' };

/** Words without the texts between the placeholders of the pattern. */
const word = fc.stringMatching(/^[A-Za-z0-9:._-]{1,40}$/);
const message = fc.record({
  direction: fc.constantFrom('buy', 'SELL', 'Call', 'put', 'venta'),
  symbol: word,
  id: word,
  time: fc.constantFrom('2026-11-18T13:00:00Z', '1763470800', '1763470800123'),
});
const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json(), fc.string({ maxLength: 4_000 }));

describe('a message from outside', () => {
  it('gives the same fields as JSON and as text', () => {
    fc.assert(
      fc.property(message, fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), (given, noise) => {
        fc.pre(noise.trim() !== '' && !noise.includes('|'));
        const { direction, symbol, id, time } = given;
        const text = `Señal ${direction} de ${symbol}; id=${id} | ${noise} | ${time}`;
        const byJson = readMessage(JSON_FORMAT, JSON.stringify(given));
        expect(byJson.ok).toBe(true);
        expect(readMessage(BY_TEXT, text)).toEqual(byJson);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is read or refused, whatever arrives, and never throws', () => {
    fc.assert(
      fc.property(anything, fc.string({ maxLength: 60 }), (text, pattern) => {
        for (const format of [JSON_FORMAT, BY_TEXT, { kind: 'pattern', pattern } as const]) {
          const read = readMessage(format, text);
          if (read.ok) expect(['CALL', 'PUT']).toContain(read.value.direction);
          else expect(read.error.kind).toMatch(/^[a-z]+$/);
        }
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('is accepted only with the fields that are known', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }), (extra) => {
        const read = readMessage(JSON_FORMAT, JSON.stringify({ ...extra, direction: 'buy' }));
        const strange = Object.keys(extra).filter((key) => !['direction', 'symbol', 'id', 'time'].includes(key));
        if (read.ok) expect(strange).toEqual([]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

it('a pattern has each field at most once and no adjacent placeholders, or it is refused', () => {
  const piece = fc.constantFrom('{direction}', '{symbol}', '{id}', '{time}', '{*}', ' ', 'a', '@ ', '{x}', '{', '}');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const read = readPattern(pieces.join(''));
      if (!read.ok) return;
      const fields = read.value.flatMap((part) => (part.kind === 'field' ? [part.field] : []));
      expect(new Set(fields).size).toBe(fields.length);
      expect(fields).toContain('direction');
      const kinds = read.value.map(({ kind }) => (kind === 'text' ? 't' : 'p')).join('');
      expect(kinds).not.toContain('pp');
    }),
    { numRuns: propertyRuns(500) },
  );
});
