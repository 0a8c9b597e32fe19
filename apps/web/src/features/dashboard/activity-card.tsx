import { type ReactNode, useState } from 'react';
import { Card } from '#shared/ui/card.tsx';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { dashboardMessages } from './messages.es.ts';

const TABS = ['active', 'history', 'signals'] as const;
type Tab = (typeof TABS)[number];

type ActivityCardProps = {
  readonly counts: { readonly active: number; readonly signals: number };
  readonly panels: Readonly<Record<Tab, ReactNode>>;
  /** Content at the right of the tabs, by tab. The content of a tab is visible while the tab is open. */
  readonly asides?: Partial<Readonly<Record<Tab, ReactNode>>>;
};

/** Renders the tabs with the open trades, the ended trades and the signals. */
export function ActivityCard({ counts, panels, asides = {} }: ActivityCardProps) {
  const [tab, setTab] = useState<Tab>('active');
  return (
    <Card>
      <Tabs
        label={dashboardMessages.activity}
        value={tab}
        onChange={setTab}
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
  );
}
