/** A client's frame. `msg` is not validated yet. */
export type ClientFrame = { readonly name: string; readonly requestId: string; readonly msg: Fields };

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an object, or no fields for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

export function clientFrame(text: string): ClientFrame {
  const { name, request_id: requestId, msg } = jsonFields(text);
  return { name: String(name), requestId: String(requestId ?? ''), msg: fieldsOf(msg) };
}

export function jsonFields(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Response of a method: data, only an acknowledgement (`result`), or a refusal with a status of 4000 or above. */
export type MethodResponse =
  | { readonly kind: 'data'; readonly name: string; readonly msg: unknown }
  | { readonly kind: 'result' }
  | { readonly kind: 'error'; readonly name: string; readonly status: number; readonly message: string };

export const data = (name: string, msg: unknown): MethodResponse => ({ kind: 'data', name, msg });
export const refusal = (name: string, status: number, message: string): MethodResponse => ({
  kind: 'error',
  name,
  status,
  message,
});
