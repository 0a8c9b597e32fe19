import { useQuery } from '@tanstack/react-query';
import { type AccountSafety, SECURITY_WAIT_REASONS_ES } from '@vigia/contract';
import { Hourglass } from 'lucide-react';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { displayZone } from '#shared/lib/display-zone.ts';
import { useServices } from '#shared/lib/services.ts';
import { Note } from '#shared/ui/note.tsx';
import { realMoneyMessages } from './messages.es.ts';

const words = realMoneyMessages.wait;

type SecurityWait = NonNullable<AccountSafety['security_wait']>;

/** Returns a function that describes why and until when real-money trading is blocked. */
export function useSecurityWaitText(): (wait: SecurityWait) => string {
  const { stream } = useServices();
  return ({ until, reason }) =>
    words.text(dayAndTime(until, stream.serverNow(), displayZone()), SECURITY_WAIT_REASONS_ES[reason]);
}

/**
 * Shows why and until when real-money trading is blocked after a security change. Renders nothing if it is not blocked.
 */
export function WaitNote({ className = '' }: { readonly className?: string }) {
  const { data } = useQuery(safetyQuery());
  const sentence = useSecurityWaitText();
  if (!data?.security_wait) return null;
  return (
    <Note icon={Hourglass} tone="warn" className={className}>
      <b>{words.title}</b>
      <span>{sentence(data.security_wait)}</span>
    </Note>
  );
}

/** Shows in one line that real-money trading is blocked. */
export function WaitLine() {
  const { data } = useQuery(safetyQuery());
  const sentence = useSecurityWaitText();
  if (!data?.security_wait) return null;
  return <p className="text-12 text-fg-2">{sentence(data.security_wait)}</p>;
}
