import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

type TabsProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly count?: number }[];
  /** Content at the right end of the tab row. */
  readonly aside?: ReactNode;
  /** Content of the tabs: one {@link TabPanel} per tab. */
  readonly children: ReactNode;
};

export function Tabs<Value extends string>({ label, value, onChange, tabs, aside, children }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen);
    if (tab) onChange(tab.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose}>
      <div className="flex items-center gap-3 border-b border-line pr-4 max-md:pr-3">
        <RadixTabs.List
          aria-label={label}
          className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-2 [scrollbar-width:none] max-md:gap-0 max-md:px-1"
        >
          {tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.value}
              value={tab.value}
              className="flex h-11 items-center gap-2 border-b-2 border-transparent px-2 text-14 font-medium whitespace-nowrap text-fg-2 transition hover:text-fg-1 focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-fg-1"
            >
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="rounded-pill bg-raised px-1.5 text-12 font-semibold text-fg-2">{tab.count}</span>
              )}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {aside}
      </div>
      {children}
    </RadixTabs.Root>
  );
}

export const TabPanel = ({ value, children }: { readonly value: string; readonly children: ReactNode }) => (
  <RadixTabs.Content value={value} className="focus-visible:-outline-offset-2">
    {children}
  </RadixTabs.Content>
);
