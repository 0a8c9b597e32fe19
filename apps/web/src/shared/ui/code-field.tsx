import type { InputHTMLAttributes, Ref } from 'react';
import { Field, Input } from './field.tsx';

type CodeFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/**
 * Input for a six-digit code from an authenticator or a mail. A phone can suggest the code; a pasted code may contain
 * blanks.
 */
export const CodeField = ({ label, error, hint, ...rest }: CodeFieldProps) => (
  <Field label={label} error={error} hint={hint}>
    {(control) => (
      <Input
        placeholder="000 000"
        {...rest}
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={11}
        className="text-20 tracking-[0.3em]"
      />
    )}
  </Field>
);
