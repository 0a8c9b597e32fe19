import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { settingsMessages as words } from './messages.es.ts';

export function SettingsPage() {
  usePageTitle(words.title);
  return (
    <>
      <h1 className="pt-1">{words.title}</h1>
      <Card>
        <CardHeader title={words.appearance} />
        <AppearanceSettings />
      </Card>
    </>
  );
}
