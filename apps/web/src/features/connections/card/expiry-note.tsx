import { Hourglass } from 'lucide-react';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Note } from '#shared/ui/note.tsx';
import { ConsentButton } from '../consent/consent-button.tsx';
import { consentMessages } from '../consent/messages.es.ts';
import { connectionsMessages } from '../messages.es.ts';
import { msUntilNearExpiry, remainingTimeText } from '../model/expiry.ts';
import type { CardPartProps } from './card-part.ts';

const words = connectionsMessages.expiry;

const READ_EVERY_MS = 30_000;

/** Warns that a broker session without automatic renewal ends soon, and links to a new sign-in. */
export function ExpiryNote({ broker, onForm }: Pick<CardPartProps, 'broker' | 'onForm'>) {
  const leftMs = msUntilNearExpiry(broker.status, useServerNow(READ_EVERY_MS));
  if (leftMs === null) return null;
  const name = broker.display_name;
  const isConsent = broker.status.connection_info.credential_kind === 'oauth';
  return (
    <Note icon={Hourglass} tone="warn">
      <div className="grid justify-items-start gap-2">
        <span>
          <b>{words.soon(remainingTimeText(leftMs))}</b> {isConsent ? consentMessages.endsSoon(name) : words.text(name)}
        </span>
        {isConsent ? (
          <ConsentButton broker={broker} />
        ) : (
          <Button
            size="sm"
            aria-label={connectionsMessages.of(words.renew, name)}
            onClick={() => onForm('paste-session')}
          >
            {words.renew}
          </Button>
        )}
      </div>
    </Note>
  );
}
