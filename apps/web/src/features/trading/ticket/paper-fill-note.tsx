import { useQuery } from '@tanstack/react-query';
import { PaperExecutionView } from '@vigia/contract';
import { PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { brokerName } from '#shared/lib/broker-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { formatDecimal, formatPercent } from '#shared/lib/format.ts';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { paperFillMessages as words } from './paper-fill-messages.es.ts';

const PATH = '/api/v1/trading/paper-execution';

/** Shows how the paper account fills orders on a broker's prices, and whether this is measured or optimistic. */
export function PaperFillNote() {
  const { data: account = PAPER_ACCOUNT } = useChosenAccount();
  const shown = useShownSource();
  const isOnBroker = account.kind === 'mock' && shown !== null && shown !== 'simulated' && shown !== 'replay';
  const { data } = useQuery({ ...apiQuery(PATH, PaperExecutionView, { key: [PATH, shown] }), enabled: isOnBroker });
  if (!isOnBroker || data === undefined || data.source !== shown || data.basis === 'exact') return null;
  const delay = formatDecimal(data.delay_ms / 1_000, 1);
  const name = brokerName(data.source);
  return (
    <p className="text-12 text-fg-3">
      {data.basis === 'measured'
        ? words.measured(name, delay, formatPercent(data.refused_share), data.orders)
        : words.assumed(name, delay)}{' '}
      {data.payout_changes.orders > 0 && words.payoutChanges(data.payout_changes)}
    </p>
  );
}
