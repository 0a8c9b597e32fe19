/**
 * A fault of an untrusted object. `path` leads to the key, as in "patterns.zone.maxAgeCandles" or "filters[0].period";
 * "" is the whole object.
 */
export type InputError = { readonly path: string } & (
  | { readonly code: 'unknown_key' | 'required' | 'empty' | 'not_time_of_day' }
  | { readonly code: 'wrong_type'; readonly expected: 'object' | 'list' | 'number' | 'text' | 'boolean' }
  | { readonly code: 'out_of_range'; readonly value: number; readonly min: number; readonly max: number }
  | { readonly code: 'not_integer'; readonly value: number }
  | { readonly code: 'not_one_of'; readonly value: unknown; readonly allowed: readonly string[] }
  | { readonly code: 'duplicate'; readonly value: string }
  | { readonly code: 'too_many'; readonly max: number }
  /** The value is above the value of the key `other`, which is its upper limit. */
  | { readonly code: 'above_other'; readonly value: number; readonly other: string; readonly limit: number }
  /** The value equals the value of the key `other`, but must differ from it. */
  | { readonly code: 'same_as_other'; readonly value: string; readonly other: string }
);
