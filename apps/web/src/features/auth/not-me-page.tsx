import type { NotMeDone } from '@vigia/contract';
import { CircleCheck, MailWarning, ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useMailedAddress } from '#shared/auth/mailed-address.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { useAction } from '#shared/lib/use-action.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Note } from '#shared/ui/note.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { hideMailedLink } from './mailed-link.ts';
import { authPageMessages } from './messages.es.ts';
import { type NotMeLink, readNotMeLink } from './not-me-link.ts';
import { RecoveryPanel } from './recovery-panel.tsx';

const words = authPageMessages.notMe;

/**
 * Renders the page to which the link 'No fui yo' (it was not me) leads. Opening the page changes nothing; only its
 * button does.
 */
export function NotMePage() {
  usePageTitle(words.title);
  const [link] = useState(readNotMeLink);
  const [done, setDone] = useState<NotMeDone | null>(null);
  useEffect(hideMailedLink, []);
  if (done !== null) return <Done done={done} isHosted={link?.isHosted ?? false} />;
  return (
    <>
      <AuthHeading title={words.title} {...(link !== null && { text: words.text(link.kind) })} />
      <Card className="p-6">
        {link === null ? (
          <Note icon={MailWarning} tone="warn">
            <p role="status">{words.noLink}</p>
          </Note>
        ) : (
          <Ask link={link} onDone={setDone} />
        )}
      </Card>
    </>
  );
}

type AskProps = { readonly link: NotMeLink; readonly onDone: (done: NotMeDone) => void };

/** Lists the effects of the link, with the button that executes it. */
function Ask({ link: { token, kind, isHosted }, onDone }: AskProps) {
  const { backend } = useAuth();
  const object = useAction(async () => onDone(await (await backend()).objectTo(token)));
  return (
    <div className="grid gap-4">
      <div className="grid gap-2 text-13">
        <h2 className="text-14 font-medium">{words.will}</h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-fg-2">
          {words.acts(kind, isHosted).map((act) => (
            <li key={act}>{act}</li>
          ))}
        </ul>
      </div>
      <Problem failure={object.failure} />
      <Button variant="danger" size="lg" full loading={object.isRunning} onClick={() => object.run()}>
        <ShieldAlert size={16} aria-hidden />
        {words.submit}
      </Button>
      <p className="text-12 text-fg-3">{words.wasMe}</p>
    </div>
  );
}

/** Shows that the account is protected and offers a new password as the next step. */
function Done({ done, isHosted }: { readonly done: NotMeDone; readonly isHosted: boolean }) {
  const [sentTo, setSentTo] = useMailedAddress('recovery');
  return (
    <>
      <AuthHeading title={words.nextTitle} text={words.nextText} />
      <Card className="p-6">
        <RecoveryPanel sentTo={sentTo} onSentTo={setSentTo} email={done.email}>
          <Note icon={CircleCheck}>
            <b>{words.done}</b>
            <span role="status">{words.doneText(done, isHosted)}</span>
          </Note>
        </RecoveryPanel>
      </Card>
    </>
  );
}
