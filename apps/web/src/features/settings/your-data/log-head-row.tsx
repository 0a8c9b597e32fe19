import { useQuery } from '@tanstack/react-query';
import { LogHeadView } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { formatMomentInZone } from '../moments.ts';
import { SettingRow } from '../setting-row.tsx';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.logHead;

const headQuery = apiQuery('/api/v1/log/head', LogHeadView.nullable());

/** Shows the last signed head of the evidence log, for a copy outside of this installation. */
export function LogHeadRow() {
  const { data: head } = useQuery(headQuery);
  return (
    <SettingRow title={words.title} hint={head ? hintOf(head) : words.none}>
      {head && <CopyButton text={head.note} label={words.copy} />}
    </SettingRow>
  );
}

const hintOf = ({ root_start: rootStart, size, signed_at: signedAt }: LogHeadView): string =>
  words.hint(rootStart, size, formatMomentInZone(signedAt));
