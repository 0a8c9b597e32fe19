import { Link } from '@tanstack/react-router';
import type { BrokersAnswer, BrokerView } from '@vigia/contract';
import { CloudOff, Plug, ShieldCheck, TriangleAlert, UserRoundPlus } from 'lucide-react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Note } from '#shared/ui/note.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { BrokerCard } from './card/broker-card.tsx';
import { CardsSkeleton, GRID_CLASS } from './cards-skeleton.tsx';
import { connectionsMessages as words } from './messages.es.ts';
import { useConnections } from './use-connections.ts';

/** The user's brokers: identity, connection state and actions. */
export function ConnectionsPage() {
  usePageTitle(words.title);
  const isAnonymous = useAuth().user?.is_anonymous === true;
  return (
    <>
      <header className="pt-1">
        <h1>{words.title}</h1>
        <p className="mt-0.5 text-13 text-fg-2">{words.subtitle}</p>
      </header>
      {isAnonymous ? <NeedsAccount /> : <Connections />}
    </>
  );
}

/** An anonymous demo holds no credentials. */
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

/** How credentials are stored, and which kinds of access exist. */
const Assurances = ({ brokers }: Pick<BrokersAnswer, 'brokers'>) => (
  <div className="grid gap-2">
    <Note icon={ShieldCheck}>
      <span>
        {words.kept.before} <b className="text-fg-1">{words.kept.strong}</b> {words.kept.after}
      </span>
    </Note>
    {(brokers.length === 0 || brokers.some(isUnofficial)) && (
      <Note icon={TriangleAlert}>
        <span>
          <b className="text-fg-1">{words.unofficial.strong(officialOf(brokers))}</b> {words.unofficial.after}
        </span>
      </Note>
    )}
  </div>
);

const isUnofficial = ({ is_official: isOfficial }: BrokerView): boolean => !isOfficial;
const officialOf = (brokers: readonly BrokerView[]): readonly string[] =>
  brokers.filter(({ is_official: isOfficial }) => isOfficial).map(({ display_name: name }) => name);

function Cards({ brokers }: Pick<BrokersAnswer, 'brokers'>) {
  if (brokers.length === 0) {
    return (
      <Card>
        <EmptyState icon={Plug} text={words.none} />
      </Card>
    );
  }
  return (
    <ul className={GRID_CLASS} aria-label={words.list}>
      {brokers.map((broker) => (
        <BrokerCard key={broker.id} broker={broker} />
      ))}
    </ul>
  );
}
