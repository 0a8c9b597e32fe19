import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Card } from '#shared/ui/card.tsx';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { ACTIVITY_ID, type ActivityTab } from './activity-tab.ts';
import { dashboardMessages } from './messages.es.ts';

const TABS = ['active', 'history', 'signals'] as const;
type Tab = (typeof TABS)[number];

const TAB_OF = { historial: 'history', senales: 'signals' } as const satisfies Record<ActivityTab, Tab>;
const CHOICE_OF = { active: undefined, history: 'historial', signals: 'senales' } as const satisfies Record<
  Tab,
  ActivityTab | undefined
>;

type ActivityCardProps = {
  /** The tab in the address. Undefined for the open trades. */
  readonly chosen: ActivityTab | undefined;
  readonly onChoose: (tab: ActivityTab | undefined) => void;
  readonly counts: { readonly active: number; readonly signals: number };
  readonly panels: Readonly<Record<Tab, ReactNode>>;
  /** Content at the right of the tabs, by tab. The content of a tab is visible while the tab is open. */
  readonly asides?: Partial<Readonly<Record<Tab, ReactNode>>>;
};

/**
 * Renders the tabs with the open trades, the ended trades and the signals. If the address names the lists, they scroll
 * into view; on a phone a chosen list is then at least as high as the window, so that its head reaches the top.
 */
export function ActivityCard({ chosen, onChoose, counts, panels, asides = {} }: ActivityCardProps) {
  const tab = chosen === undefined ? 'active' : TAB_OF[chosen];
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${ACTIVITY_ID}`) card.current?.scrollIntoView();
  }, []);
  return (
    <div
      ref={card}
      id={ACTIVITY_ID}
      className={cn(
        'scroll-mt-[calc(var(--header)+8px)]',
        chosen !== undefined && 'max-md:min-h-[calc(100dvh-var(--header)-var(--floor)-24px)]',
      )}
    >
      <Card>
        <Tabs
          label={dashboardMessages.activity}
          value={tab}
          onChange={(next) => onChoose(CHOICE_OF[next])}
          aside={asides[tab]}
          tabs={[
            { value: 'active', label: dashboardMessages.active, count: counts.active },
            { value: 'history', label: dashboardMessages.history },
            { value: 'signals', label: dashboardMessages.signals, count: counts.signals },
          ]}
        >
          {TABS.map((each) => (
            <TabPanel key={each} value={each}>
              <div className="min-h-42">{panels[each]}</div>
            </TabPanel>
          ))}
        </Tabs>
      </Card>
    </div>
  );
}
