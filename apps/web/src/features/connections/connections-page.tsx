import { Link } from '@tanstack/react-router';
import type { BrokersResponse, BrokerView } from '@vigia/contract';
import { CloudOff, Plug, ShieldCheck, TriangleAlert, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { BanNote } from '#shared/real-money/ban-note.tsx';
import { WaitNote } from '#shared/real-money/wait-note.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FoldedNote, Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { BrokerCard } from './card/broker-card.tsx';
import { takeConsentAnswer } from './consent/consent-answer.ts';
import { ConsentOutcome } from './consent/consent-outcome.tsx';
import { connectionsMessages as words } from './messages.es.ts';
import { useConnections } from './use-connections.ts';

/** Renders the brokers of the user, each with its connection state and its actions. */
export function ConnectionsPage() {
  usePageTitle(words.title);
  // The broker's OAuth page redirects to this page.
  const [answer] = useState(takeConsentAnswer);
  const isAnonymous = useAuth().user?.is_anonymous === true;
  return (
    <>
      <header className="pt-1">
        <h1>{words.title}</h1>
        <p className="mt-0.5 text-13 text-fg-2">{words.subtitle}</p>
      </header>
      {answer && <ConsentOutcome answer={answer} />}
      {isAnonymous ? <NeedsAccount /> : <Connections />}
    </>
  );
}

/** Explains that an anonymous demo user cannot store credentials. */
const NeedsAccount = () => (
  <Card>
    <EmptyState
      icon={UserRoundPlus}
      text={words.needsAccount}
      action={
        <Link to={PATHS.profile} className={buttonClass({ variant: 'primary' })}>
          {words.createAccount}
        </Link>
      }
    />
  </Card>
);

function Connections() {
  const query = useConnections();
  const { data, isError, error } = query;
  if (!data) {
    return (
      <>
        <Assurances brokers={[]} />
        {isError ? (
          <Card>
            <ErrorState title={words.failed} text={problemOf(error)} onRetry={() => void query.refetch()} />
          </Card>
        ) : (
          <CardsSkeleton />
        )}
      </>
    );
  }
  return (
    <>
      <Assurances brokers={data.brokers} />
      {isError && (
        <Note icon={CloudOff} tone="error">
          <b>{words.failed}</b>
          <span>{`${problemOf(error)} ${words.stale}`}</span>
        </Note>
      )}
      <Cards brokers={data.brokers} />
    </>
  );
}

/**
 * Shows a legal ban in the user's country and a block of real money, and in one line each how credentials are stored
 * and which broker APIs are official.
 */
const Assurances = ({ brokers }: Pick<BrokersResponse, 'brokers'>) => (
  <div className="grid gap-2">
    <BanNote />
    <WaitNote />
    <FoldedNote icon={ShieldCheck} line={words.kept.line}>
      <p>
        {words.kept.before} <b className="text-fg-1">{words.kept.strong}</b> {words.kept.after}
      </p>
    </FoldedNote>
    {(brokers.length === 0 || brokers.some(isUnofficial)) && (
      <FoldedNote icon={TriangleAlert} line={words.unofficial.strong(officialOf(brokers))}>
        <p>{words.unofficial.after}</p>
      </FoldedNote>
    )}
  </div>
);

const isUnofficial = ({ is_official: isOfficial }: BrokerView): boolean => !isOfficial;
/** Brokers that offer an official API come first, because their connection is the safest. */
const officialFirst = (brokers: readonly BrokerView[]): readonly BrokerView[] =>
  brokers.toSorted((a, b) => Number(b.is_official) - Number(a.is_official));
const officialOf = (brokers: readonly BrokerView[]): readonly string[] =>
  brokers.filter(({ is_official: isOfficial }) => isOfficial).map(({ display_name: name }) => name);

function Cards({ brokers }: Pick<BrokersResponse, 'brokers'>) {
  if (brokers.length === 0) {
    return (
      <Card>
        <EmptyState icon={Plug} text={words.none} />
      </Card>
    );
  }
  return (
    <ul className={GRID_CLASS} aria-label={words.list}>
      {officialFirst(brokers).map((broker) => (
        <BrokerCard key={broker.id} broker={broker} />
      ))}
    </ul>
  );
}

/**
 * CSS classes of the grid of broker cards. It has two columns if there is space. All cards have the same height, until
 * a card contains a form.
 */
const GRID_CLASS =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,440px),1fr))] gap-4 has-[form]:items-start max-md:gap-3';

/** Renders placeholders of four cards. */
const CardsSkeleton = () => (
  <div role="status" aria-label={words.list} className={GRID_CLASS}>
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className="grid gap-4 rounded-card border border-line bg-surface p-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10" />
          <div className="grid grow gap-1.5">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-3 w-36" />
          </div>
          <Skeleton className="h-[22px] w-24" />
        </div>
        <Skeleton className="h-20" />
        <Skeleton className="h-8 w-28" />
      </div>
    ))}
  </div>
);
