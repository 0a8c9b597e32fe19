import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { useReturnToPage } from '#shared/auth/use-return-to-page.ts';
import { Button } from '#shared/ui/button.tsx';
import { authPageMessages } from './messages.es.ts';
import { EMPTY_SIGN_UP, RegisterForm } from './register-form.tsx';

const words = authPageMessages.register;

type RegisterPanelProps = {
  /** The address to which the confirmation mail was sent. Null while the form is visible. */
  readonly mailedTo: string | null;
  readonly onMailedTo: (email: string | null) => void;
};

/** Returns the title of the frame around {@link RegisterPanel}. */
export const registerTitle = (mailedTo: string | null): string =>
  mailedTo === null ? words.title : words.confirmTitle;

/**
 * Renders the sign-up form, then the mail notice. The notice is the same for an address that already has an account.
 */
export function RegisterPanel({ mailedTo, onMailedTo }: RegisterPanelProps) {
  const { backend } = useAuth();
  const goOn = useReturnToPage();
  const [draft, setDraft] = useState(EMPTY_SIGN_UP);
  const [isFresh, setFresh] = useState(false);
  if (mailedTo === null) {
    return (
      <RegisterForm
        draft={draft}
        onMailSent={(input) => {
          setDraft(input);
          setFresh(true);
          onMailedTo(input.email);
        }}
      />
    );
  }
  return (
    <MailSent
      main
      kind="signup"
      email={mailedTo}
      text={words.confirm(mailedTo)}
      resend={async () => (await backend()).resend('signup', mailedTo)}
      justSent={isFresh}
      onVerified={goOn}
    >
      <Button size="sm" onClick={() => onMailedTo(null)}>
        {words.otherEmail}
      </Button>
    </MailSent>
  );
}
