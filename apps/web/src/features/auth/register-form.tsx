import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { CheckboxField } from '#shared/ui/checkbox.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { authPageMessages } from './messages.es.ts';
import { RegisterInput } from './schemas.ts';

const { fields, register: words } = authPageMessages;

export const EMPTY_SIGN_UP: RegisterInput = {
  email: '',
  password: '',
  username: '',
  first_name: '',
  last_name: '',
  phone: '',
  adult: false,
};

type RegisterFormProps = {
  /** The values that the user typed before, if they return from the mail notice to correct the address. */
  readonly draft: RegisterInput;
  /** Called with the values after a confirmation mail was sent. */
  readonly onMailSent: (draft: RegisterInput) => void;
};

/** The form asks for these fields first; the server can refuse them. */
const ACCESS = ['email', 'password'] as const;
type Step = 'access' | 'person';

/**
 * Renders the sign-up form in two steps: the access first, then the person. Both steps are parts of one form and stay
 * on the page, so that a browser fills in and stores them together.
 */
export function RegisterForm({ draft, onMailSent }: RegisterFormProps) {
  const { signUp } = useAuth();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('access');
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: RegisterInput,
    start: draft,
    submit: async (input) => {
      const { adult: _adult, ...details } = input;
      if ((await signUp(details)) === 'confirm') onMailSent(input);
      else await navigate({ to: PATHS.dashboard });
    },
    showAtField: (caught, setError) => {
      const isShown = showAtField(caught, ACCESS, setError);
      if (isShown) setStep('access');
      return isShown;
    },
  });
  const { control, trigger } = form;
  const password = useWatch({ control, name: 'password' });
  useFocusOnStep(step, form);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await trigger(ACCESS, { shouldFocus: step === 'access' }))) setStep('access');
    else if (step === 'access') setStep('person');
    else await send(event);
  };
  /** Returns the props of a field of the first step. A shown error follows what the user types. */
  const accessField = (name: (typeof ACCESS)[number]) => {
    const props = field(name);
    const onChange: typeof props.onChange = async (event) => {
      await props.onChange(event);
      if (props.error) await trigger(name);
    };
    return { ...props, onChange };
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void onSubmit(event)} noValidate>
      <StepPart isShown={step === 'access'} title={words.steps.access}>
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
      <StepPart isShown={step === 'person'} title={words.steps.person}>
        <TextField {...field('username')} label={fields.username} autoComplete="nickname" />
        <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
          <TextField {...field('first_name')} label={fields.firstName} autoComplete="given-name" />
          <TextField {...field('last_name')} label={fields.lastName} autoComplete="family-name" />
        </div>
        <TextField {...field('phone')} label={fields.phone} type="tel" autoComplete="tel" />
        <CheckboxField {...field('adult')}>{fields.adult}</CheckboxField>
        <Problem failure={failure} />
      </StepPart>
      <div className="flex gap-2">
        {step === 'person' && (
          <Button size="lg" onClick={() => setStep('access')}>
            {words.back}
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
          {step === 'access' ? words.goOn : words.submit}
        </Button>
      </div>
    </form>
  );
}

type StepPartProps = { readonly isShown: boolean; readonly title: string; readonly children: ReactNode };

const StepPart = ({ isShown, title, children }: StepPartProps) => (
  <fieldset hidden={!isShown} className="grid gap-4">
    <legend className="mb-3 text-12 text-fg-3">{title}</legend>
    {children}
  </fieldset>
);

/** Moves the focus into a step when it opens: to the refused field, or to its first field. */
function useFocusOnStep(step: Step, form: UseFormReturn<z.input<typeof RegisterInput>, unknown, RegisterInput>): void {
  const opened = useRef(step);
  useEffect(() => {
    if (opened.current === step) return;
    opened.current = step;
    const { errors } = form.formState;
    form.setFocus(step === 'person' ? 'username' : errors.password && !errors.email ? 'password' : 'email');
  }, [step, form]);
}
