import { ApiFailure } from '#shared/lib/api-failure.ts';
import { editorMessages } from '../editor/messages.es.ts';

const { sequence, filters } = editorMessages.steps;
const KEY_NAMES: Readonly<Record<string, string>> = { maxLength: `«${sequence.maxLength}»`, to: `«${filters.to}»` };

/** Error messages of the server by path, such as `patterns.minLength` or `filters[0].period`. */
export type FieldErrors = Readonly<Record<string, string>>;

export const EDITOR_STEPS = ['sequence', 'zone', 'filters', 'entry', 'money'] as const;
export type EditorStep = (typeof EDITOR_STEPS)[number];

/**
 * Returns the error messages in a 422 response by the path of their field. Returns an empty object for other errors.
 */
export function fieldErrorsOf(failure: unknown): FieldErrors {
  if (!(failure instanceof ApiFailure) || failure.reason.kind !== 'refused') return {};
  return Object.fromEntries(failure.reason.details.map(({ path, message }) => [path, inWords(message)]));
}

/** Replaces a key in a message by its label on the screen. */
const inWords = (message: string): string =>
  message.replace(/«(\w+)»/, (quoted, key: string) => KEY_NAMES[key] ?? quoted);

/** Returns the step of the editor that contains the field of this path. Returns null if no step contains it. */
export function editorStepOf(path: string): EditorStep | null {
  if (path.startsWith('patterns.zone')) return 'zone';
  if (path.startsWith('patterns')) return 'sequence';
  if (path.startsWith('filters') || path.startsWith('candleTypes')) return 'filters';
  if (/^(entryPoints|trigger|expiry)/.test(path)) return 'entry';
  return /^(riskControl|moneyManagement|auto_trade)/.test(path) ? 'money' : null;
}

/** Returns the first message for a key or for a path below the key. */
export function errorAtPath(errors: FieldErrors, path: string): string | undefined {
  const found = Object.keys(errors).find(
    (each) => each === path || each.startsWith(`${path}.`) || each.startsWith(`${path}[`),
  );
  return found === undefined ? undefined : errors[found];
}
