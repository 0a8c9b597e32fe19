import { useRouter } from '@tanstack/react-router';
import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { TriangleAlert } from 'lucide-react';
import { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { useStepUp } from '../security/step-up.tsx';
import { ACCOUNT_DELETED_HASH } from './account-deleted-hash.ts';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.delete;

const DELETE_PATH = '/api/v1/account/delete';

type DeleteAccountDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Whether the user is anonymous. An anonymous user has no password. */
  readonly anonymous: boolean;
};

export const DeleteAccountDialog = ({ open, onOpenChange, anonymous }: DeleteAccountDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={anonymous ? words.anonymousTitle : words.title}
    description={words.text}
  >
    <ul className="list-disc pl-5 text-13 text-fg-2">
      {words.lost.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
    <Note icon={TriangleAlert} tone="warn">
      {words.keep}
      {/* A demo user has no email address and no self-exclusion. */}
      {!anonymous && <span>{words.keepExclusion}</span>}
    </Note>
    <DeleteAccountForm anonymous={anonymous} />
  </Dialog>
);

const schemaFor = (asksPassword: boolean) =>
  z.object({
    password: asksPassword ? z.string().min(1, words.passwordMissing) : z.string(),
    confirm: z
      .string()
      .refine((text) => text.trim() === DELETE_ACCOUNT_PHRASE, words.phraseWrong(DELETE_ACCOUNT_PHRASE)),
  });

function DeleteAccountForm({ anonymous }: Pick<DeleteAccountDialogProps, 'anonymous'>) {
  const { signOut, user } = useAuth();
  // If the user has a second factor, the server requires its code, so the form asks for no password.
  const hasFactor = user?.factors?.some(({ status }) => status === 'verified') ?? false;
  const asksPassword = !(anonymous || hasFactor);
  const { api } = useServices();
  const router = useRouter();
  const stepUp = useStepUp();
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: schemaFor(asksPassword),
    start: { password: '', confirm: '' },
    submit: async ({ password }) => {
      const body = { confirm: DELETE_ACCOUNT_PHRASE, ...(asksPassword && { password }) };
      // The landing page loads in advance, because the deletion ends the session of this page.
      await router.preloadRoute({ to: PATHS.landing }).catch(() => {});
      await stepUp.run(() => api.post(DELETE_PATH, { schema: z.unknown(), body }));
      // The app navigates before the sign-out. A sign-out on a protected page would redirect to /login, without a
      // notice.
      await router.navigate({ to: PATHS.landing, hash: ACCOUNT_DELETED_HASH });
      signOut();
    },
    showAtField: (caught, setError) => {
      const isPassword = ['current_password_invalid', 'invalid_credentials'].includes(failureCode(caught) ?? '');
      if (isPassword) setError('password', { message: problemOf(caught) }, { shouldFocus: true });
      return isPassword;
    },
  });
  return (
    <>
      <form className="grid gap-4" onSubmit={send} noValidate>
        {asksPassword && (
          <PasswordField {...field('password')} label={words.password} autoComplete="current-password" />
        )}
        <TextField
          {...field('confirm')}
          label={words.phrase(DELETE_ACCOUNT_PHRASE)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
        <Button type="submit" variant="danger" full loading={isSubmitting}>
          {words.submit}
        </Button>
      </form>
      {stepUp.dialog}
    </>
  );
}
