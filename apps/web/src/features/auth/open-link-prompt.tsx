import type { LucideIcon } from 'lucide-react';
import { Problem } from '#shared/auth/problem.tsx';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import type { MailedLinkState } from './use-mailed-link.ts';

type UnopenedLinkProps = {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly action: string;
  readonly visit: Extract<MailedLinkState, { readonly step: 'waiting' }>;
};

/**
 * Shows an unused emailed link with a button that opens it. It is a button and no link, because mail scanners follow
 * the links of a page.
 */
export const OpenLinkPrompt = ({ icon, text, action, visit: { failure, open } }: UnopenedLinkProps) => (
  <EmptyState
    icon={icon}
    text={text}
    action={
      <div className="grid justify-items-center gap-3">
        <Button variant="primary" onClick={open}>
          {action}
        </Button>
        <Problem failure={failure} />
      </div>
    }
  />
);
