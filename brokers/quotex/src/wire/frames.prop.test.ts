import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, type Packet, textEvent } from './frames.ts';

const name = fc.string({ minLength: 1, maxLength: 20 });
const json = fc.jsonValue({ maxDepth: 3 });
/** Returns the value as JSON preserves it, without the sign of zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const header = (event: string, attachments: number): string => {
  const holes = Array.from({ length: attachments }, (_, num) => ({ _placeholder: true, num }));
  return `45${attachments}-${JSON.stringify([event, ...holes])}`;
};
const attachment = (payload: unknown): Uint8Array => Buffer.from(`\u0004${JSON.stringify(payload)}`);
const readAll = (reader: FrameReader, frames: readonly (string | Uint8Array)[]): (Packet | null)[] =>
  frames.map((frame) => reader.read(frame));

describe('the frame reader', () => {
  it('reads every text event that a server can send', () => {
    fc.assert(
      fc.property(name, fc.array(json, { maxLength: 3 }), (event, args) => {
        const read = new FrameReader().read(textEvent(event, args));
        expect(read).toEqual({ type: 'event', name: event, args: asJson(args) });
      }),
    );
  });

  it('joins a header with its attachments, even if text frames come between them', () => {
    const between = fc.constantFrom('2', '3', '3probe', '40');
    fc.assert(
      fc.property(name, fc.array(json, { minLength: 1, maxLength: 4 }), between, (event, payloads, noise) => {
        const reader = new FrameReader();
        const frames = [header(event, payloads.length), ...payloads.flatMap((payload) => [noise, attachment(payload)])];
        const events = readAll(reader, frames).filter((packet) => packet?.type === 'event');
        expect(events).toEqual([{ type: 'event', name: event, args: asJson(payloads) }]);
      }),
    );
  });

  it('delivers a binary frame without a header as an unnamed event, and leaves the next header unused', () => {
    fc.assert(
      fc.property(name, json, json, (event, bare, named) => {
        const packets = readAll(new FrameReader(), [attachment(bare), header(event, 1), attachment(named)]);
        expect(packets).toEqual([
          { type: 'event', name: null, args: [asJson(bare)] },
          null,
          { type: 'event', name: event, args: [asJson(named)] },
        ]);
      }),
    );
  });

  it('drops an incomplete event when another connection starts', () => {
    fc.assert(
      fc.property(name, json, (event, payload) => {
        const packets = readAll(new FrameReader(), [header(event, 1), '0{"sid":"x"}', attachment(payload)]);
        expect(packets.at(-1)).toEqual({ type: 'event', name: null, args: [asJson(payload)] });
      }),
    );
  });

  it('never throws, for any input', () => {
    const frame = fc.oneof(
      fc.string(),
      fc.string().map((text) => `42${text}`),
      fc.tuple(fc.nat(), fc.string()).map(([count, text]) => `45${count}-${text}`),
      fc.uint8Array(),
      fc.uint8Array().map((bytes) => Uint8Array.of(4, ...bytes)),
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), (frames) => {
        expect(() => readAll(new FrameReader(), frames)).not.toThrow();
      }),
    );
  });
});
