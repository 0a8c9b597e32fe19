import { err, ok, type Result } from '@vigia/core/kernel';
import { PROFILE_TEXT_MAX_LENGTH } from '#features/accounts/index.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import type { Metadata } from './auth-user.ts';

/**
 * Largest metadata in bytes. Metadata is part of every access token, and tokens are sent in a header of limited size.
 */
const METADATA_MAX_BYTES = 4_096;

const PROFILE_FIELDS = ['username', 'first_name', 'last_name', 'phone'];

/** Checks a user's metadata: its size, and that the database can store it. */
export function checkMetadata(metadata: Metadata): Result<Metadata, AuthRefusal> {
  const json = JSON.stringify(metadata);
  if (Buffer.byteLength(json) > METADATA_MAX_BYTES) {
    return err(authRefusal('validation_failed', { message: `data must not exceed ${METADATA_MAX_BYTES} bytes` }));
  }
  // JSON writes these characters as escapes. PostgreSQL's jsonb refuses NUL and half of a surrogate pair.
  if (/\\u0000|\\ud[89a-f][0-9a-f]{2}/i.test(json)) {
    return err(authRefusal('validation_failed', { message: 'data contains characters that cannot be stored' }));
  }
  const tooLong = PROFILE_FIELDS.find((field) => isTooLong(metadata[field]));
  if (tooLong) return err(authRefusal('validation_failed', { message: `data.${tooLong} is too long` }));
  return ok(metadata);
}

const isTooLong = (value: unknown) => typeof value === 'string' && value.length > PROFILE_TEXT_MAX_LENGTH;

/** Returns the stored metadata with the given keys replaced; null removes a key. */
export function mergeMetadata(stored: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null));
}

/** Returns the user name in the metadata; empty if there is none. */
export const usernameIn = ({ username }: Metadata): string => (typeof username === 'string' ? username : '');
