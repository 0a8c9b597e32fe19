import { useQuery } from '@tanstack/react-query';
import { preferencesQuery } from '#shared/lib/preferences.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { useChangePreferences } from '../chart-and-time/use-change-preferences.ts';
import { SettingRow } from '../setting-row.tsx';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.logMail;

/** Switches the daily mail with the last signed head of the evidence log on or off. */
export function LogHeadMailRow() {
  const { data: preferences } = useQuery(preferencesQuery);
  const { wished, change } = useChangePreferences();
  return (
    <SettingRow inline title={words.title} hint={words.hint}>
      <Switch
        label={words.title}
        checked={wished.mails_log_head ?? preferences?.mails_log_head ?? false}
        disabled={preferences === undefined}
        onChange={(wanted) => change({ mails_log_head: wanted })}
      />
    </SettingRow>
  );
}
