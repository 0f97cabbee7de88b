import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** One tab: a place with an address. */
export interface TabLink {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly count?: number | undefined;
}

/** Places beside each other. They are links, so each can be kept, sent and opened in another window. */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly TabLink[];
  readonly current: string;
}): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, href, count }) => (
        <Link key={id} href={href} className="tab" aria-current={id === current ? 'page' : undefined}>
          {text}
          {count === undefined ? null : <span className="tab-count num">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
