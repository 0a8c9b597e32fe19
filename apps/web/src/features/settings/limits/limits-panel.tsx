import { useQuery } from '@tanstack/react-query';
import type { RiskLimitsView } from '@vigia/contract';
import { Globe, ShieldCheck } from 'lucide-react';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { limitsQuery } from '#shared/lib/risk-limits.ts';
import { useServices } from '#shared/lib/services.ts';
import { Note } from '#shared/ui/note.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from '../section.tsx';
import { LimitsForm } from './limits-form.tsx';
import { LimitsUse, zoneName } from './limits-use.tsx';
import { limitsMessages as words } from './messages.es.ts';

/** Limits that every order is checked against, pending changes, and the used part of each limit. */
export function LimitsPanel() {
  const limits = useQuery(limitsQuery);
  return (
    <Section id="limites">
      <div className="px-4 py-3">
        <Note icon={ShieldCheck}>{words.rule}</Note>
      </div>
      <Loaded query={limits} rows={7}>
        {(view) => (
          <>
            <LimitsUse view={view} />
            <ZoneNote view={view} />
            <LimitsForm view={view} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** A changed time zone takes effect here later; otherwise moving east would start a new day. */
function ZoneNote({ view: { waiting, time_zone: zone } }: { readonly view: RiskLimitsView }) {
  const { stream } = useServices();
  if (waiting.time_zone === null) return null;
  const { value, from } = waiting.time_zone;
  const text = words.zoneWaiting(zoneName(value), dayAndTime(from, stream.serverNow(), zone));
  return (
    <div className="px-4 pb-4">
      <Note icon={Globe}>{text}</Note>
    </div>
  );
}
