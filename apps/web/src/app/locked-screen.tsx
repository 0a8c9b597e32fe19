import { Lock } from 'lucide-react';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { appMessages } from './messages.es.ts';

const { title, text } = appMessages.locked;

/** A screen that is not open yet: its heading, and that truth. */
export function LockedScreen() {
  usePageTitle(title);
  return (
    <>
      <h1 className="pt-1">{title}</h1>
      <Card>
        <EmptyState icon={Lock} text={text} />
      </Card>
    </>
  );
}
