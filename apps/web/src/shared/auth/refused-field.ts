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

/** Puts a refusal under the field it is about, where the form has it; false where it is about none of them. */
export function tellAtField<Field extends RefusedField>(
  failure: unknown,
  fields: readonly Field[],
  tell: (field: Field, error: { readonly message: string }, options: { readonly shouldFocus: true }) => void,
): boolean {
  const about = failure instanceof AuthFailure && failure.retryAfterS === null ? FIELD_OF[failure.code] : undefined;
  const field = fields.find((each) => each === about);
  if (field === undefined || !(failure instanceof AuthFailure)) return false;
  tell(field, { message: failure.message }, { shouldFocus: true });
  return true;
}
