import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { askNoticePermission, type NoticePermission, noticePermission } from '#shared/lib/browser-notices.ts';
import { chime } from '#shared/lib/chime.ts';
import { NOTICE_TOPICS, NOTICE_WAYS, useNoticeSettings, VOLUMES } from '#shared/lib/notice-settings.ts';
import { Button } from '#shared/ui/button.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { WebhooksPart } from '../webhooks/webhooks-part.tsx';
import { DeliveryRows } from './delivery-rows.tsx';
import { useDeliverySettings } from './delivery-settings.ts';
import { soundMessages as words } from './messages.es.ts';
import { PushRow } from './push-row.tsx';
import { TelegramRow } from './telegram-row.tsx';

const VOLUME_OPTIONS = VOLUMES.map((value) => ({ value, label: words.volumes[value] }));

/** Renders the settings of sounds and notifications. Changes apply at once and are stored on this device. */
export function SoundsPanel() {
  const { volume, setVolume } = useNoticeSettings();
  return (
    <Section id="avisos">
      <Choices />
      <SettingRow title={words.volume} hint={words.volumeHint}>
        <div className="flex items-center gap-2">
          <Segmented label={words.volume} value={volume} options={VOLUME_OPTIONS} onChange={setVolume} />
          <Button size="sm" onClick={() => chime('settled', volume)}>
            <Volume2 size={15} aria-hidden />
            {words.hear}
          </Button>
        </div>
      </SettingRow>
      <BrowserNotices />
      <PushRow />
      <DeliveryRows />
      <TelegramRow />
      <WebhooksPart />
    </Section>
  );
}

const columnClass = 'w-24 px-2 py-2 font-medium max-md:w-15 max-md:px-0.5';
const cellClass = 'px-2 py-2.5 text-center max-md:px-0.5';

function Choices() {
  const { chosen, choose } = useNoticeSettings();
  const { settings, change } = useDeliverySettings();
  const mailed = settings?.email_topics ?? [];
  return (
    <table className="w-full border-b border-line text-13">
      <thead>
        <tr className="text-12 text-fg-3">
          <th scope="col" className="px-4 py-2 text-left font-medium max-md:pr-1">
            {words.event}
          </th>
          {NOTICE_WAYS.map((way) => (
            <th key={way} scope="col" className={columnClass}>
              {words.ways[way]}
            </th>
          ))}
          <th scope="col" className={columnClass}>
            {words.email}
          </th>
        </tr>
      </thead>
      <tbody>
        {NOTICE_TOPICS.map((topic) => (
          <tr key={topic} className="border-t border-line">
            <th scope="row" className="px-4 py-2.5 text-left font-medium max-md:pr-1">
              {words.topics[topic]}
            </th>
            {NOTICE_WAYS.map((way) => (
              <td key={way} className={cellClass}>
                <span className="inline-block align-middle">
                  <Switch
                    label={words.cell(words.topics[topic], words.ways[way])}
                    checked={chosen[topic][way]}
                    onChange={(wanted) => choose(topic, way, wanted)}
                  />
                </span>
              </td>
            ))}
            <td className={cellClass}>
              <span className="inline-block align-middle">
                <Switch
                  label={words.cell(words.topics[topic], words.email)}
                  checked={mailed.includes(topic)}
                  disabled={settings === undefined || settings.email_address === null}
                  onChange={(wanted) =>
                    change({ email_topics: wanted ? [...mailed, topic] : mailed.filter((each) => each !== topic) })
                  }
                />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HINTS: Readonly<Record<NoticePermission, string>> = {
  granted: words.browserHint,
  default: `${words.browserHint} ${words.browserOff}`,
  denied: words.browserDenied,
  unsupported: words.browserUnsupported,
};

/**
 * Renders the switch for browser notifications. The browser asks for its permission only when the user turns the switch
 * on.
 */
function BrowserNotices() {
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
