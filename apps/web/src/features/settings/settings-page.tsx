import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { BotTokensPanel } from './bot-tokens/bot-tokens-panel.tsx';
import { ChartAndTimePanel } from './chart-and-time/chart-and-time-panel.tsx';
import { LimitsPanel } from './limits/limits-panel.tsx';
import { settingsMessages as words } from './messages.es.ts';
import { PaperAccountPanel } from './paper-account/paper-account-panel.tsx';
import { SafetyPanel } from './safety/safety-panel.tsx';
import { Section } from './section.tsx';
import { SectionNav } from './section-nav.tsx';
import { SecurityPanel } from './security/security-panel.tsx';
import { SessionsPanel } from './sessions/sessions-panel.tsx';
import { SoundsPanel } from './sounds/sounds-panel.tsx';
import { YourDataPanel } from './your-data/your-data-panel.tsx';

export function SettingsPage() {
  usePageTitle(words.title);
  useHashOnArrival();
  const { user } = useAuth();
  const anonymous = user?.is_anonymous ?? false;
  return (
    <>
      {/* The header is as wide as the columns below it: 190 px, a gap of 24 px, and 900 px. */}
      <div className="flex flex-wrap items-center justify-between gap-3 pt-1 lg:max-w-[1114px]">
        <h1>{words.title}</h1>
        <Link to={PATHS.profile} className={buttonClass({ size: 'sm' })}>
          {words.editProfile}
        </Link>
      </div>
      <div className="grid grid-cols-[190px_minmax(0,900px)] items-start gap-6 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-3">
        <SectionNav />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3">
          <Section id="apariencia">
            <AppearanceSettings />
          </Section>
          <SoundsPanel />
          <ChartAndTimePanel />
          <LimitsPanel />
          <PaperAccountPanel />
          <SecurityPanel />
          <SessionsPanel />
          <BotTokensPanel anonymous={anonymous} />
          <ActivityPanel />
          <SafetyPanel anonymous={anonymous} />
          <YourDataPanel anonymous={anonymous} />
        </div>
      </div>
    </>
  );
}

/**
 * Scrolls to the section in the URL hash after the first render. When the browser handles the hash, the section does
 * not exist yet.
 */
function useHashOnArrival(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}
