import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type Tab = { value: string; label: string; content: ReactNode };

type TabsProps = { label: string; tabs: Tab[]; value?: string; onChange?: (value: string) => void };

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Radix.Root
      // Without it the tabs, and all that is in them, would run from left to right in every language.
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onChange ? { onValueChange: onChange } : {})}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={TRIGGER}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

const TRIGGER =
  'touch -mb-px shrink-0 whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium text-muted ' +
  'hover:text-ink focus-visible:-outline-offset-2 ' +
  'data-[state=active]:border-accent data-[state=active]:text-ink ' +
  // The system's colours would show a line that is transparent.
  'forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]';
