import { cn } from '#shared/lib/cn.ts';
import { passwordStrength } from '#shared/lib/password-strength.ts';
import { uiMessages } from './messages.es.ts';

const TONE = { weak: 'bg-error', fair: 'bg-warn', good: 'bg-ok', strong: 'bg-ok' } as const;
const BARS = { weak: 1, fair: 2, good: 3, strong: 4 } as const;

/**
 * Shows the password strength as four bars and a word. It is only advice: the server decides which passwords it
 * accepts.
 */
export function PasswordStrength({ password }: { readonly password: string }) {
  const level = passwordStrength(password);
  return (
    <div role="status" aria-label={uiMessages.strength.label}>
      <div className="grid grid-cols-4 gap-1" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} className={cn('h-1 rounded-pill', bar <= BARS[level] ? TONE[level] : 'bg-line-strong')} />
        ))}
      </div>
      <p className="mt-1 text-12 text-fg-3">{uiMessages.strength[level]}</p>
    </div>
  );
}
