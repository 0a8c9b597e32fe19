import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrSetupView } from '@vigia/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { WhyNotDialog } from '../../signals/why-not-dialog.tsx';
import { pcrMessages as words } from '../messages.es.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { setupRejectionList } from './rejections-of.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { type SetupAction, SetupCard } from './setup-card.tsx';
import { StatisticsDialog } from './statistics-dialog.tsx';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,330px),1fr))] gap-4 max-md:gap-3';

type SetupListProps = {
  readonly setups: UseQueryResult<PcrSetupView[]>;
  readonly decimalsOf: (symbol: string) => number;
  readonly onEdit: (id: string) => void;
  readonly onNew: () => void;
};

/** Lists the user's setups and the built-in ones as cards. */
export function SetupList({ setups, decimalsOf, onEdit, onNew }: SetupListProps) {
  const [asked, setAsked] = useState<{ readonly action: SetupAction; readonly setup: PcrSetupView } | null>(null);
  const setupFor = (action: SetupAction) => (asked?.action === action ? asked.setup : null);
  const unexplained = setupFor('whyNot');
  const close = () => setAsked(null);
  if (setups.isPending) return <ListSkeleton />;
  if (!setups.data) {
    return (
      <Card>
        <ErrorState title={words.setupsFailed} text={problemOf(setups.error)} onRetry={() => void setups.refetch()} />
      </Card>
    );
  }
  if (setups.data.length === 0) {
    const action = (
      <Button onClick={onNew}>
        <Plus size={16} aria-hidden />
        {words.new}
      </Button>
    );
    return (
      <Card>
        <EmptyState text={words.noSetups} action={action} />
      </Card>
    );
  }
  return (
    <section aria-label={words.setups} className={gridClass}>
      {setups.data.map((setup) => (
        <SetupCard
          key={setup.id}
          setup={setup}
          onAction={(action) => (action === 'edit' ? onEdit(setup.id) : setAsked({ action, setup }))}
        />
      ))}
      <CloneDialog setup={setupFor('clone')} onClose={close} onCloned={onEdit} />
      <RemoveDialog setup={setupFor('remove')} onClose={close} />
      <StatisticsDialog setup={setupFor('statistics')} onClose={close} />
      <WhyNotDialog
        text={words.whyNot.text(unexplained?.name ?? '')}
        list={unexplained && setupRejectionList(unexplained, decimalsOf(unexplained.asset))}
        onClose={close}
      />
    </section>
  );
}

const ListSkeleton = () => (
  <div role="status" aria-label={words.setups} className={gridClass}>
    {[1, 2, 3].map((card) => (
      <Card key={card} className="grid h-[322px] content-start gap-4 p-4">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-8 w-1/3" />
        <Skeleton className="h-8" />
        <Skeleton className="h-4 w-2/3" />
      </Card>
    ))}
  </div>
);
