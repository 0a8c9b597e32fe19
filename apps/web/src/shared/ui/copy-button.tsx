import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { uiMessages } from './messages.es.ts';

const SAID_FOR_MS = 2_000;

type CopyButtonProps = {
  /** Text that the button copies. */
  readonly text: string;
  /** Text that describes the copied text for screen readers. */
  readonly label: string;
};

/**
 * Renders a button that copies a text. For a moment it then shows that the text was copied, or that the browser
 * refused.
 */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    // The clipboard API exists only on secure origins. Even there, the browser may refuse access.
    const done =
      (await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      )) ?? false;
    setSaid(done ? uiMessages.copied : uiMessages.copyRefused);
  };
  const Icon = said === uiMessages.copied ? Check : Copy;
  return (
    <Button size="sm" onClick={copy} aria-label={label}>
      <Icon size={15} aria-hidden />
      <span role="status">{said ?? uiMessages.copy}</span>
    </Button>
  );
}
