import { Inbox } from 'lucide-react';
import { useEffect, useState } from 'react';
import { authMessages } from './messages.es.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Links to the local mailbox while no mail server is configured; renders nothing otherwise. */
export function MailboxLink() {
  const isOpen = useLocalMailbox();
  if (!isOpen) return null;
  return (
    <a
      href="/dev/mailbox"
      target="_blank"
      rel="noopener"
      className="inline-flex items-center justify-center gap-1.5 rounded-control text-13 font-medium text-accent hover:underline"
    >
      <Inbox size={15} aria-hidden />
      {authMessages.mailbox}
    </a>
  );
}

function useLocalMailbox(): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!LOOPBACK.includes(window.location.hostname)) return;
    const leaving = new AbortController();
    fetch('/dev/mailbox.json', { signal: leaving.signal }).then(
      (answer) => setOpen(answer.ok),
      () => {},
    );
    return () => leaving.abort();
  }, []);
  return isOpen;
}
