import { CloudOff, Inbox, type LucideIcon, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { uiMessages } from './messages.es.ts';

const boxClass = 'grid justify-items-center gap-3 px-6 py-8 text-center text-fg-2';

type EmptyStateProps = {
  readonly icon?: LucideIcon;
  /** Explanation in one sentence. */
  readonly text: string;
  /** The control for the one action that the user can take. */
  readonly action?: ReactNode;
};

export const EmptyState = ({ icon: Icon = Inbox, text, action }: EmptyStateProps) => (
  <div className={boxClass}>
    <Icon size={28} className="text-fg-3" aria-hidden />
    <p className="max-w-[44ch]">{text}</p>
    {action}
  </div>
);

type ErrorStateProps = {
  /** Name of the action that failed. */
  readonly title: string;
  /** Reason as a sentence. */
  readonly text?: string;
  readonly onRetry?: () => void;
};

export function ErrorState({ title, text, onRetry }: ErrorStateProps) {
  // The message of the server may start with the title, so the title is removed from the message.
  const why = text?.startsWith(title) ? text.slice(title.length).trim() : text;
  return (
    <div className={boxClass} role="alert">
      <CloudOff size={28} className="text-error" aria-hidden />
      <div>
        <b className="text-fg-1">{title}</b>
        {why && <p className="mt-1 max-w-[44ch]">{why}</p>}
      </div>
      {onRetry && (
        <Button onClick={onRetry}>
          <RefreshCw size={16} aria-hidden />
          {uiMessages.retry}
        </Button>
      )}
    </div>
  );
}
