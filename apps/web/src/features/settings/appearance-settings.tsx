import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTheme } from '#shared/lib/theme.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { settingsMessages as words } from './messages.es.ts';
import { SettingRow } from './setting-row.tsx';

const THEMES = [
  { value: 'dark', label: <Labelled icon={<Moon size={14} aria-hidden />} text={words.dark} /> },
  { value: 'light', label: <Labelled icon={<Sun size={14} aria-hidden />} text={words.light} /> },
] as const;

const PAIRS = [
  { value: 'normal', label: words.normal },
  { value: 'cb', label: words.colorBlind },
] as const;

/** Theme and the CALL/PUT pair; both act at once and are remembered on this device. */
export function AppearanceSettings() {
  const { theme, colors, setTheme, setColors } = useTheme();
  return (
    <div>
      <SettingRow title={words.theme}>
        <Segmented label={words.theme} value={theme} options={THEMES} onChange={setTheme} className="max-md:w-full" />
      </SettingRow>
      <SettingRow title={words.colors} hint={<ColorsHint />}>
        <Segmented label={words.colors} value={colors} options={PAIRS} onChange={setColors} className="max-md:w-full" />
      </SettingRow>
    </div>
  );
}

/** The pair as it is now. */
function ColorsHint() {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {words.colorsHint}
      <span className="inline-flex gap-1.5">
        <DirectionTag direction="CALL" />
        <DirectionTag direction="PUT" />
      </span>
    </span>
  );
}

function Labelled({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <>
      {icon}
      {text}
    </>
  );
}
