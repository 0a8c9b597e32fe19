import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTheme } from '#shared/lib/theme.ts';
import { Segmented } from '#shared/ui/segmented.tsx';
import { settingsMessages as words } from './messages.es.ts';

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
      <Row title={words.theme}>
        <Segmented label={words.theme} value={theme} options={THEMES} onChange={setTheme} className="max-md:w-full" />
      </Row>
      <Row title={words.colors} hint={words.colorsHint}>
        <Segmented label={words.colors} value={colors} options={PAIRS} onChange={setColors} className="max-md:w-full" />
      </Row>
    </div>
  );
}

function Row({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="grid min-h-15 items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-0 md:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <b className="block font-medium">{title}</b>
        {hint && <small className="block text-12 text-fg-3">{hint}</small>}
      </div>
      {children}
    </div>
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
