import { useNavigate } from '@tanstack/react-router';
import type { FactorReset } from '@vigia/contract';
import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { formatMoment } from '#shared/lib/format.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Note } from '#shared/ui/note.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { authPageMessages } from './messages.es.ts';
import { NewPasswordInput } from './schemas.ts';

const words = authPageMessages.factorReset;

/**
 * After a recovery link, lets a user remove the second factor if the user can use neither the factor nor a recovery
 * code.
 */
export function FactorResetPanel() {
  const { backend } = useAuth();
  const [state, setState] = useState<FactorReset | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let isShown = true;
    backend()
      .then((auth) => auth.factorReset())
      .then(
        (read) => isShown && setState(read),
        (caught: unknown) => isShown && setFailure(caught),
      );
    return () => {
      isShown = false;
    };
  }, [backend]);
  return state === null ? <Problem failure={failure} /> : <Step state={state} onStarted={setState} />;
}

type StepProps = { readonly state: FactorReset; readonly onStarted: (state: FactorReset) => void };

function Step({ state, onStarted }: StepProps) {
  switch (state.state) {
    case 'none':
      return <Start onStarted={onStarted} />;
    case 'waiting':
      return (
        <Note icon={Hourglass}>
          <b className="text-fg-1">{words.waiting(formatMoment(state.ready_at))}</b>
          <span>{words.waitingText}</span>
        </Note>
      );
    case 'ready':
      return state.needs_new_link ? (
        <Note icon={Hourglass}>
          <span>{words.askNewLink}</span>
        </Note>
      ) : (
        <Finish />
      );
  }
}

/** Explains the waiting period before it starts. */
function Start({ onStarted }: Pick<StepProps, 'onStarted'>) {
  const { backend } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const start = useAction(async () => onStarted(await (await backend()).startFactorReset()));
  if (!isOpen) {
    return (
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
    );
  }
  return (
    <div className="grid gap-3 text-13 text-fg-2">
      <h2 className="text-14 font-medium text-fg-1">{words.title}</h2>
      <p>{words.text}</p>
      <Problem failure={start.failure} />
      <Button full loading={start.isRunning} onClick={() => start.run()}>
        {words.submit}
      </Button>
    </div>
  );
}

/**
 * Renders the last step, after the waiting period: the user sets a new password, and the server removes the second
 * factor.
 */
function Finish() {
  const { backend, signOut } = useAuth();
  const navigate = useNavigate();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: NewPasswordInput,
    start: { password: '' },
    submit: async ({ password }) => {
      await (await backend()).finishFactorReset(password);
      signOut();
      await navigate({ to: PATHS.login });
      toast.success(words.done, { description: words.doneText });
    },
    showAtField: (caught, setError) => showAtField(caught, ['password'], setError),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <p className="text-13 text-fg-2">{words.ready}</p>
      <PasswordField
        {...field('password')}
        label={words.password}
        autoComplete="new-password"
        strengthOf={password}
        autoFocus
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.finish}
      </Button>
    </form>
  );
}
