import type { ReactNode } from 'react';
import { TabLinks } from '../ui/tab-links.tsx';

const TABS = [
  { id: 'memories', label: 'Memories', href: '/memory' },
  { id: 'talks', label: 'Conversations', href: '/memory/talks' },
] as const;

/** Two ways to look at what is remembered: each memory, and what was said in each session. */
export function MemoryTabs({ current }: { readonly current: (typeof TABS)[number]['id'] }): ReactNode {
  return <TabLinks label="Memory" tabs={TABS} current={current} />;
}
