import { useQuery } from '@tanstack/react-query';
import type { RiskLimitsView } from '@vigia/contract';
import { Globe, ShieldCheck } from 'lucide-react';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { limitsQuery } from '#shared/lib/risk-limits.ts';
import { stream } from '#shared/lib/stream.ts';
import { Note } from '#shared/ui/note.tsx';
import { Loaded } from '../loaded.tsx';
import { Section } from '../section.tsx';
import { LimitsForm } from './limits-form.tsx';
import { LimitsUse, zoneName } from './limits-use.tsx';
import { limitsMessages as words } from './messages.es.ts';

/** The limits that every order is held against, what was loosened and waits, and how much of them is used. */
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

/** A zone that was changed in the settings counts later here, else moving east would begin a new day. */
function ZoneNote({ view: { waiting, time_zone: zone } }: { readonly view: RiskLimitsView }) {
  if (waiting.time_zone === null) return null;
  const { value, from } = waiting.time_zone;
  const text = words.zoneWaiting(zoneName(value), dayAndTime(from, stream.serverNow(), zone));
  return (
    <div className="px-4 pb-4">
      <Note icon={Globe}>{text}</Note>
    </div>
  );
}
