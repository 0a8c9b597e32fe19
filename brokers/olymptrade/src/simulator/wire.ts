/** One incoming message, not yet validated. */
export type Message = { readonly t: unknown; readonly e: number; readonly uuid: string | null; readonly d: unknown };

export type Outgoing = {
  readonly e: number;
  readonly t?: 1 | 3;
  readonly uuid?: string;
  readonly d?: unknown;
  readonly ts?: number;
};

/** The messages of a frame. What is no message is left out, as a server ignores what a broken client sends. */
export function messagesOf(text: string): readonly Message[] {
  const frame = jsonOf(text);
  return (Array.isArray(frame) ? frame : []).flatMap((input: unknown) => {
    const { t, e, uuid, d } = fieldsOf(input);
    return typeof e === 'number' ? [{ t, e, uuid: typeof uuid === 'string' ? uuid : null, d }] : [];
  });
}

/** The value of a JSON text; null for another text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const frameOf = (...messages: readonly Outgoing[]): string => JSON.stringify(messages);

/** The fields of an object; none for another value. */
export const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? { ...input } : {};

/** The fields of the first element: requests carry one object in a list. */
export const firstOf = (d: unknown): Readonly<Record<string, unknown>> => fieldsOf(Array.isArray(d) ? d[0] : null);
