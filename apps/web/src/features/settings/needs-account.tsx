import { Link } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { PATHS } from '#shared/lib/paths.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { settingsMessages as words } from './messages.es.ts';

/** For a demo without an account: what this section would give, and the way there. */
export function NeedsAccount({ text }: { readonly text: string }) {
  return (
    <EmptyState
      icon={UserRoundPlus}
      text={text}
      action={
        <Link to={PATHS.profile} className={buttonClass()}>
          {words.createAccount}
        </Link>
      }
    />
  );
}
