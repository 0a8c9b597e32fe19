import { AuthFailure } from './auth-failure.ts';

export type RefusedField = 'email' | 'password' | 'currentPassword';

const FIELD_OF: Readonly<Record<string, RefusedField>> = {
  email_address_invalid: 'email',
  email_exists: 'email',
  user_already_exists: 'email',
  weak_password: 'password',
  same_password: 'password',
  current_password_required: 'currentPassword',
  current_password_invalid: 'currentPassword',
};

/**
 * Shows an error of the server under the form field that caused it.
 * @returns false if the error belongs to no field of the form
 */
export function showAtField<Field extends RefusedField>(
  failure: unknown,
  fields: readonly Field[],
  setError: (field: Field, error: { readonly message: string }, options: { readonly shouldFocus: true }) => void,
): boolean {
  const about = failure instanceof AuthFailure && failure.retryAfterS === null ? FIELD_OF[failure.code] : undefined;
  const field = fields.find((each) => each === about);
  if (field === undefined || !(failure instanceof AuthFailure)) return false;
  setError(field, { message: failure.message }, { shouldFocus: true });
  return true;
}
