/** One incoming message, not yet validated. */
export type Message = { readonly t: unknown; readonly e: number; readonly uuid: string | null; readonly d: unknown };

export type Outgoing = {
  readonly e: number;
  readonly t?: 1 | 3;
  readonly uuid?: string;
  readonly d?: unknown;
  readonly ts?: number;
};

/** The messages of a frame. @throws Error if the text is no frame, which means that the client is broken */
export function messagesOf(text: string): readonly Message[] {
  const frame: unknown = JSON.parse(text);
  if (!Array.isArray(frame)) throw new Error('a frame is an array');
  return frame.map((input: unknown) => {
    const { t, e, uuid, d } = fieldsOf(input);
    if (typeof e !== 'number') throw new Error('a message has its code');
    return { t, e, uuid: typeof uuid === 'string' ? uuid : null, d };
  });
}

export const frameOf = (...messages: readonly Outgoing[]): string => JSON.stringify(messages);

/** The fields of an object; none for another value. */
export const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? { ...input } : {};

/** The fields of the first element: requests carry one object in a list. */
export const firstOf = (d: unknown): Readonly<Record<string, unknown>> => fieldsOf(Array.isArray(d) ? d[0] : null);
