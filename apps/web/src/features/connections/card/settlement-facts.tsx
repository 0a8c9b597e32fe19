import { useQuery } from '@tanstack/react-query';
import { SettlementCheckCounts } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { formatCount } from '#shared/lib/format.ts';
import { connectionsMessages } from '../messages.es.ts';
import { NamedValue } from './named-value.tsx';

const words = connectionsMessages.settlements;
const checksQuery = apiQuery('/api/v1/trading/settlement-checks', SettlementCheckCounts);

type Counts = SettlementCheckCounts['accounts'][number];

/** Shows for each account at a broker how many of its settlements match the ticks that the server recorded. */
export function SettlementFacts({ broker }: { readonly broker: string }) {
  const { data } = useQuery(checksQuery);
  const accounts = data?.accounts.filter((one) => one.broker === broker) ?? [];
  return accounts.map((one) => (
    <NamedValue key={`${one.account} ${one.currency}`} name={words.name(words.kinds[one.account], one.currency)}>
      {textOf(one)}
    </NamedValue>
  ));
}

function textOf({ match, differs, no_data: noData, result_changes: changed }: Counts): string {
  const parts = [
    words.match(formatCount(match)),
    words.differs(formatCount(differs)),
    words.noData(formatCount(noData)),
  ];
  return [...parts, ...(changed > 0 ? [words.changed(formatCount(changed))] : [])].join(' · ');
}
