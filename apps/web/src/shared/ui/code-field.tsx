import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

/**
 * Renders an input for a six-digit code from an authenticator app or a mail. A phone can suggest the code. A pasted
 * code may contain spaces.
 */
export const CodeField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => (
  <TextField
    placeholder="000 000"
    {...props}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={11}
    className="text-20 tracking-[0.3em]"
  />
);
