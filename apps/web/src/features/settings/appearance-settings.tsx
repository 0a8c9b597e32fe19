import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOrderKeys } from '#shared/lib/order-keys.ts';
import { useTheme } from '#shared/lib/theme.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { settingsMessages as words } from './messages.es.ts';
import { SettingRow } from './setting-row.tsx';

const THEMES = [
  { value: 'dark', label: <Labelled icon={<Moon size={14} aria-hidden />} text={words.dark} /> },
  { value: 'light', label: <Labelled icon={<Sun size={14} aria-hidden />} text={words.light} /> },
  { value: 'system', label: <Labelled icon={<Monitor size={14} aria-hidden />} text={words.system} /> },
] as const;

const PAIRS = [
  { value: 'normal', label: words.normal },
  { value: 'cb', label: words.colorBlind },
] as const;

/**
 * Renders the settings of the theme, the CALL and PUT colours and the hotkeys. Changes apply at once and are stored on
 * this device.
 */
export function AppearanceSettings() {
  const { choice, colors, setTheme, setColors } = useTheme();
  const { offered, offer } = useOrderKeys();
  return (
    <div>
      <SettingRow title={words.theme}>
        <Segmented label={words.theme} value={choice} options={THEMES} onChange={setTheme} className="max-md:w-full" />
      </SettingRow>
      <SettingRow title={words.colors} hint={<ColorsHint />}>
        <Segmented label={words.colors} value={colors} options={PAIRS} onChange={setColors} className="max-md:w-full" />
      </SettingRow>
      <SettingRow title={words.orderKeys} hint={words.orderKeysHint} inline>
        <Switch label={words.orderKeys} checked={offered} onChange={offer} />
      </SettingRow>
    </div>
  );
}

/** Shows a preview of the current colour pair. */
const ColorsHint = () => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    {words.colorsHint}
    <span className="inline-flex gap-1.5">
      <DirectionTag direction="CALL" />
      <DirectionTag direction="PUT" />
    </span>
  </span>
);

function Labelled({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <>
      {icon}
      {text}
    </>
  );
}
