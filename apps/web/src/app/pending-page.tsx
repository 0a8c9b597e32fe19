import { Construction, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';

type PendingPageProps = {
  readonly title: string;
  readonly text: string;
  readonly icon?: LucideIcon;
  readonly action?: ReactNode;
};

/** A screen whose part of the product does not exist yet: its heading, and that truth. */
export function PendingPage({ title, text, icon = Construction, action }: PendingPageProps) {
  usePageTitle(title);
  return (
    <>
      <h1 className="pt-1">{title}</h1>
      <Card>
        <EmptyState icon={icon} text={text} action={action} />
      </Card>
    </>
  );
}
