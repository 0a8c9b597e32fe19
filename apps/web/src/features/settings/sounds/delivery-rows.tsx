import { useState } from 'react';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Input } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { timeAgo } from '../moments.ts';
import { SettingRow } from '../setting-row.tsx';
import { useDeliverySettings } from './delivery-settings.ts';
import { soundMessages } from './messages.es.ts';

const words = soundMessages.reach;
const AT_FIRST = { from: '22:00', to: '07:00' };

/** Renders the quiet hours, and the settings of mails about notifications. */
export function DeliveryRows() {
  const { settings, change } = useDeliverySettings();
  const nowMs = useServerNow(60_000);
  if (settings === undefined) return null;
  const { email_address: address, email_daily: isDaily, email_failed_at: failed, email_sent_at: sent } = settings;
  const state =
    failed !== null ? words.mailFailed(sent && timeAgo(sent, nowMs)) : sent && words.mailSent(timeAgo(sent, nowMs));
  return (
    <>
      <QuietHours
        quiet={settings.quiet_hours}
        zone={settings.time_zone}
        onChange={(quiet_hours) => change({ quiet_hours })}
      />
      <SettingRow
        title={words.daily}
        hint={address === null ? words.noAddress : `${words.dailyHint(address)} ${state ?? ''}`}
        inline
      >
        <Switch
          label={words.daily}
          checked={isDaily}
          disabled={address === null}
          onChange={(email_daily) => change({ email_daily })}
        />
      </SettingRow>
    </>
  );
}

type Quiet = { readonly from: string; readonly to: string } | null;
type QuietProps = {
  readonly quiet: Quiet;
  readonly zone: string;
  readonly onChange: (quiet: { from: string; to: string } | null) => void;
};

function QuietHours({ quiet, zone, onChange }: QuietProps) {
  return (
    <SettingRow title={words.quiet} hint={words.quietHint(zone)} inline={quiet === null}>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {quiet && (
          <>
            <Time label={words.from} value={quiet.from} onChange={(from) => onChange({ ...quiet, from })} />
            <span aria-hidden>–</span>
            <Time label={words.to} value={quiet.to} onChange={(to) => onChange({ ...quiet, to })} />
          </>
        )}
        <Switch
          label={words.quiet}
          checked={quiet !== null}
          onChange={(wanted) => onChange(wanted ? AT_FIRST : null)}
        />
      </div>
    </SettingRow>
  );
}

type TimeProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void };

/** A time of day. It is saved when the field is left, because a half-typed time is none. */
function Time({ label, value, onChange }: TimeProps) {
  const [typed, setTyped] = useState(value);
  const save = () => (typed === '' ? setTyped(value) : typed !== value && onChange(typed));
  return (
    <Input
      type="time"
      aria-label={label}
      className="w-28"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
    />
  );
}
