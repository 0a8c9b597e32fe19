import type { AllowedField } from '#port/index.ts';
import { placeholderOf } from './placeholders.ts';
import type { RenamedIds } from './renamed-ids.ts';

type How = 'value' | 'id' | 'url';
type Node = { how: How | null; readonly fields: Map<string, Node> };

/** Placeholder for the address of the server that replays a recording. */
export const REPLAY_ADDRESS_PLACEHOLDER = '{ws}';
/** Form of a text that may be recorded. A text of another form may be private content, even in an allowed field. */
const KEPT_TEXT = /^[\p{L}\d .,:;_/+\-()%$€'|#?]{0,120}$/u;
const EACH = '[]';
/**
 * Forms of keys that match a wildcard: numbers of assets or groups, and currency codes. Other keys may be private
 * content.
 */
const KEY_FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['#', /^\d{1,6}$/],
  ['*', /^[a-z]{3,5}$/],
];

const node = (): Node => ({ how: null, fields: new Map() });

/** The fields of a message that may be recorded. A placeholder of the same type replaces every other value. */
export class AllowList {
  readonly #root = node();

  constructor(fields: readonly AllowedField[]) {
    for (const field of fields) {
      const [path = '', how = 'value'] = field.split('=');
      if (how !== 'value' && how !== 'id' && how !== 'url') throw new Error(`no such way to record: ${field}`);
      let at = this.#root;
      for (const name of path === '' ? [] : path.split('.')) {
        const next = at.fields.get(name) ?? node();
        at.fields.set(name, next);
        at = next;
      }
      at.how = how;
    }
  }

  /** @param secrets texts that are never kept, in any field */
  scrub(value: unknown, ids: RenamedIds, secrets: readonly string[]): unknown {
    return scrubbed(value, this.#root, ids, secrets);
  }
}

function scrubbed(value: unknown, at: Node, ids: RenamedIds, secrets: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const each = at.fields.get(EACH);
    if (each)
      return value.map((element, index) => scrubbed(element, at.fields.get(String(index)) ?? each, ids, secrets));
    return at.fields.size === 0
      ? placeholderOf(value)
      : value.map((element, index) => scrubbed(element, at.fields.get(String(index)) ?? node(), ids, secrets));
  }
  if (typeof value === 'object' && value !== null) return scrubbedFields(value, at, ids, secrets);
  return scrubbedLeaf(value, at.how, ids, secrets);
}

/**
 * Removes forbidden content from the fields of an object. A field outside the list also loses its name, because names
 * may be private content.
 */
function scrubbedFields(value: object, at: Node, ids: RenamedIds, secrets: readonly string[]): object {
  const entries = Object.entries(value).map(([name, field], index): [string, unknown] => {
    const form = KEY_FORMS.find(([, keys]) => keys.test(name))?.[0];
    const known = at.fields.get(name) ?? (form === undefined ? undefined : at.fields.get(form));
    return known ? [name, scrubbed(field, known, ids, secrets)] : [`x${index + 1}`, placeholderOf(field)];
  });
  return Object.fromEntries(entries);
}

function scrubbedLeaf(value: unknown, how: How | null, ids: RenamedIds, secrets: readonly string[]): unknown {
  if (value === null) return null;
  switch (how) {
    case 'id':
      return ids.rename(value);
    case 'url':
      return `${REPLAY_ADDRESS_PLACEHOLDER}/replay`;
    case 'value':
      return typeof value === 'string' && !isKept(value, secrets) ? placeholderOf(value) : value;
    case null:
      return placeholderOf(value);
  }
}

const isKept = (text: string, secrets: readonly string[]): boolean =>
  KEPT_TEXT.test(text) && !secrets.some((secret) => secret.length > 3 && text.includes(secret));
