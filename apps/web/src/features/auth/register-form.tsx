import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { showAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { authPageMessages } from './messages.es.ts';
import { ACCESS_FIELDS, AccessStep, PersonalDetailsStep, type SignUpForm } from './register-steps.tsx';
import { RegisterInput } from './schemas.ts';

const { register: words } = authPageMessages;

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
      const isShown = showAtField(caught, ACCESS_FIELDS, setError);
      if (isShown) setStep('access');
      return isShown;
    },
  });
  useFocusOnStep(step, form);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.trigger(ACCESS_FIELDS, { shouldFocus: step === 'access' }))) setStep('access');
    else if (step === 'access') setStep('person');
    else await send(event);
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void onSubmit(event)} noValidate>
      <AccessStep isShown={step === 'access'} form={form} field={field} />
      <PersonalDetailsStep isShown={step === 'person'} field={field} failure={failure} />
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

/** Moves the focus into a step when it opens: to the refused field, or to its first field. */
function useFocusOnStep(step: Step, form: SignUpForm): void {
  const opened = useRef(step);
  useEffect(() => {
    if (opened.current === step) return;
    opened.current = step;
    const { errors } = form.formState;
    form.setFocus(step === 'person' ? 'username' : errors.password && !errors.email ? 'password' : 'email');
  }, [step, form]);
}
