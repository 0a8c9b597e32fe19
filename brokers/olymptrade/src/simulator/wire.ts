/** One incoming message, not yet validated. */
export type Message = { readonly t: unknown; readonly e: number; readonly uuid: string | null; readonly d: unknown };

export type OutgoingMessage = {
  readonly e: number;
  readonly t?: 1 | 3;
  readonly uuid?: string;
  readonly d?: unknown;
  readonly ts?: number;
};

/** Returns the messages of a frame. Any other content is left out, because a server ignores invalid input. */
export function messagesOf(text: string): readonly Message[] {
  const frame = jsonOf(text);
  return (Array.isArray(frame) ? frame : []).flatMap((input: unknown) => {
    const { t, e, uuid, d } = fieldsOf(input);
    return typeof e === 'number' ? [{ t, e, uuid: typeof uuid === 'string' ? uuid : null, d }] : [];
  });
}

/** Parses JSON; returns null for invalid text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const frameOf = (...messages: readonly OutgoingMessage[]): string => JSON.stringify(messages);

/** Returns the fields of an object, or no fields for any other value. */
export const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? { ...input } : {};

/** Returns the fields of the first element. A request contains one object in a list. */
export const firstElementFields = (d: unknown): Readonly<Record<string, unknown>> =>
  fieldsOf(Array.isArray(d) ? d[0] : null);
