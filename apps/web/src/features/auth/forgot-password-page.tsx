import { Link } from '@tanstack/react-router';
import { useMailedAddress } from '#shared/auth/mailed-address.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { authPageMessages } from './messages.es.ts';
import { RecoveryPanel } from './recovery-panel.tsx';

const words = authPageMessages.forgot;

/** Requests a recovery mail. The page never reveals whether the address has an account. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useMailedAddress('recovery');
  const title = sentTo === null ? words.title : words.sentTitle;
  usePageTitle(title);
  return (
    <>
      <AuthHeading title={title} {...(sentTo === null && { text: words.text })} />
      <Card className="p-6">
        <RecoveryPanel sentTo={sentTo} onSentTo={setSentTo} />
      </Card>
      <Link to={PATHS.login} className="justify-self-center rounded-control text-accent hover:underline touch-target">
        {words.back}
      </Link>
    </>
  );
}
