import type { Oddities } from '@vigia/broker-kit/port';
import { z } from 'zod';
import { REQUEST } from './codes.ts';

/**
 * One message; a frame is an array of messages. `e`: event code. `t`: kind, 2 for a request and 3 for a reply. `d`:
 * payload. `uuid`: id of the request. `ts`: the broker's time in epoch seconds.
 */
export type WireMessage = {
  readonly e: number;
  readonly t?: number | undefined;
  readonly d?: unknown;
  readonly uuid?: string | undefined;
  readonly ts?: number | undefined;
};

const Message = z.object({
  e: z.number(),
  t: z.number().optional(),
  d: z.unknown().optional(),
  uuid: z.string().optional().catch(undefined),
  ts: z.number().optional().catch(undefined),
});
const Frame = z.array(z.unknown());

/**
 * Returns the messages of a frame. Invalid messages are counted and left out. A frame that is not an array has no
 * messages.
 */
export function readFrame(text: string, oddities?: Oddities): readonly WireMessage[] {
  const frame = Frame.safeParse(jsonOrNull(text));
  if (!frame.success) oddities?.unreadable('frame', false);
  if (!frame.success) return [];
  return frame.data.flatMap((input) => {
    const message = Message.safeParse(input);
    if (!message.success) oddities?.unreadable('message', false);
    return message.success ? [message.data] : [];
  });
}

/**
 * Returns a frame with one request. The ids of the broker's web client are upper-case base 36, but the broker repeats
 * any unique string.
 */
export const requestFrame = (e: number, d: unknown, uuid: string): string =>
  JSON.stringify([{ t: REQUEST, e, uuid, d }]);

/** Parses JSON; returns null for invalid text. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
