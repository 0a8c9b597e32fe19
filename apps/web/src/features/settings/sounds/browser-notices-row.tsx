import { useState } from 'react';
import { askNoticePermission, type NoticePermission, noticePermission } from '#shared/lib/browser-notices.ts';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';
import { soundMessages as words } from './messages.es.ts';

const HINTS: Readonly<Record<NoticePermission, string>> = {
  granted: words.browserHint,
  default: `${words.browserHint} ${words.browserOff}`,
  denied: words.browserDenied,
  unsupported: words.browserUnsupported,
};

/** Notices of the browser: asked for by this tap and never before. */
export function BrowserNotices() {
  const [permission, setPermission] = useState(noticePermission);
  const isWanted = useNoticeSettings((settings) => settings.browser);
  const setBrowser = useNoticeSettings((settings) => settings.setBrowser);
  const change = async (wanted: boolean) => {
    if (!wanted) return setBrowser(false);
    const answer = await askNoticePermission();
    setPermission(answer);
    setBrowser(answer === 'granted');
  };
  const isImpossible = permission === 'denied' || permission === 'unsupported';
  return (
    <SettingRow title={words.browser} hint={HINTS[permission]} inline>
      <Switch
        label={words.browser}
        checked={isWanted && permission === 'granted'}
        disabled={isImpossible}
        onChange={(wanted) => void change(wanted)}
      />
    </SettingRow>
  );
}
