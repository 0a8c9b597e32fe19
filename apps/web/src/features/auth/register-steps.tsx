import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { Problem } from '#shared/auth/problem.tsx';
import type { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { CheckboxField } from '#shared/ui/checkbox.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { authPageMessages } from './messages.es.ts';
import type { RegisterInput } from './schemas.ts';

const { fields, register: words } = authPageMessages;

/** The form asks for these fields first; the server can refuse them. */
export const ACCESS_FIELDS = ['email', 'password'] as const;

type SignUp = ReturnType<typeof useSubmitForm<z.input<typeof RegisterInput>, RegisterInput>>;
export type SignUpForm = SignUp['form'];

type AccessProps = { readonly isShown: boolean } & Pick<SignUp, 'form' | 'field'>;

/** Renders the fields of the first step. A shown error follows what the user types. */
export function AccessStep({ isShown, form: { control, trigger }, field }: AccessProps) {
  const password = useWatch({ control, name: 'password' });
  const accessField = (name: (typeof ACCESS_FIELDS)[number]) => {
    const props = field(name);
    const onChange: typeof props.onChange = async (event) => {
      await props.onChange(event);
      if (props.error) await trigger(name);
    };
    return { ...props, onChange };
  };
  return (
    <StepPart isShown={isShown} title={words.steps.access}>
      <TextField
        {...accessField('email')}
        label={fields.email}
        type="email"
        autoComplete="email"
        placeholder={fields.emailExample}
        autoFocus
      />
      <PasswordField
        {...accessField('password')}
        label={fields.password}
        autoComplete="new-password"
        strengthOf={password}
      />
    </StepPart>
  );
}

type PersonProps = { readonly isShown: boolean } & Pick<SignUp, 'field' | 'failure'>;

/** Renders the fields of the second step, and why the service refused the sign-up. */
export const PersonalDetailsStep = ({ isShown, field, failure }: PersonProps) => (
  <StepPart isShown={isShown} title={words.steps.person}>
    <TextField {...field('username')} label={fields.username} autoComplete="nickname" />
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <TextField {...field('first_name')} label={fields.firstName} autoComplete="given-name" />
      <TextField {...field('last_name')} label={fields.lastName} autoComplete="family-name" />
    </div>
    <TextField {...field('phone')} label={fields.phone} type="tel" autoComplete="tel" />
    <CheckboxField {...field('adult')}>{fields.adult}</CheckboxField>
    <Problem failure={failure} />
  </StepPart>
);

type StepPartProps = { readonly isShown: boolean; readonly title: string; readonly children: ReactNode };

const StepPart = ({ isShown, title, children }: StepPartProps) => (
  <fieldset hidden={!isShown} className="grid gap-4">
    <legend className="mb-3 text-12 text-fg-3">{title}</legend>
    {children}
  </fieldset>
);
