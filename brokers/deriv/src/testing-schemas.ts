import { existsSync, readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { Ajv, type ValidateFunction } from 'ajv';
import AjvDraft04 from 'ajv-draft-04';
import type { TappedMessage } from './simulator/index.ts';

/** Whether Deriv's schemas are in the folder beside the project. Without them nothing is validated. */
export const hasSchemas = sharedFile('brokers/deriv-schemas/README.md') !== null;

/**
 * Validates messages against Deriv's JSON schemas: the draft-04 files of the v3 API, and condensed draft-07 copies for
 * the new API.
 */
export class SchemaWatch {
  readonly violations = new Set<string>();
  readonly checked = new Map<string, number>();
  /** Calls without a published schema in their API generation. */
  readonly unchecked = new Set<string>();
  readonly #draft04 = new AjvDraft04({ strict: false });
  readonly #draft07 = new Ajv({ strict: false });
  readonly #validators = new Map<string, ValidateFunction | null>();

  take({ generation, direction, text }: TappedMessage): void {
    const body: Record<string, unknown> = JSON.parse(text);
    const call = direction === 'request' ? callOf(body) : callOfReply(body);
    const name = `${generation} ${direction} ${call}`;
    const validate = this.#validator(generation, direction, call);
    if (validate === null) return void this.unchecked.add(name);
    this.checked.set(name, (this.checked.get(name) ?? 0) + 1);
    if (!validate(body)) this.violations.add(`${name}: ${JSON.stringify(validate.errors)} in ${text.slice(0, 300)}`);
  }

  /** @throws Error if a message of the simulator or of its client breaks a schema */
  assertNoViolation(): void {
    const violations = [...this.violations];
    this.violations.clear();
    if (violations.length > 0) throw new Error(violations.join('\n'));
  }

  #validator(
    generation: TappedMessage['generation'],
    direction: TappedMessage['direction'],
    call: string,
  ): ValidateFunction | null {
    const path =
      generation === 'v3'
        ? `v3/${call}/${direction === 'request' ? 'send' : 'receive'}.json`
        : `new-api/${call}_${direction === 'request' ? 'request' : 'response'}.schema.json`;
    const known = this.#validators.get(path);
    if (known !== undefined) return known;
    const file = schemaFile(path);
    const ajv = generation === 'v3' ? this.#draft04 : this.#draft07;
    const validator = file === null ? null : ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    this.#validators.set(path, validator);
    return validator;
  }
}

/**
 * Returns null for a call without a published schema. Such a file may be missing even if `VIGIA_SHARED=required`
 * requires the shared folder.
 */
function schemaFile(path: string): string | null {
  const readme = sharedFile('brokers/deriv-schemas/README.md');
  const file = readme?.replace(/README\.md$/, path) ?? null;
  return file !== null && existsSync(file) ? file : null;
}

const callOf = (request: Readonly<Record<string, unknown>>): string =>
  CALLS_MATCHED_FIRST.find((call) => request[call] !== undefined) ?? Object.keys(request).at(0) ?? 'unknown';

/** Returns the call whose schema a reply must match. Ticks and their history belong to two different calls. */
const callOfReply = ({ msg_type: type }: Readonly<Record<string, unknown>>): string => {
  if (type === 'history' || type === 'candles' || type === 'ohlc') return 'ticks_history';
  return type === 'tick' ? 'ticks' : String(type);
};

/** Calls that are matched first, because their requests also contain keys that are names of other calls. */
export const CALLS_MATCHED_FIRST = [
  'authorize',
  'logout',
  'ping',
  'time',
  'balance',
  'active_symbols',
  'contracts_for',
  'ticks_history',
  'ticks',
  'buy',
  'sell',
  'proposal',
  'proposal_open_contract',
  'portfolio',
  'profit_table',
  'forget',
] as const;
