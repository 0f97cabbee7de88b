import { useEffect, useRef, type ReactNode } from 'react';
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
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the tabs are more than there is room for: the one that is shown is brought into sight.
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - bar.current.clientWidth / 2;
  }, [current]);
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, href, count }) => (
        <Link key={id} href={href} className="tab" aria-current={id === current ? 'page' : undefined}>
          {text}
          {count === undefined ? null : <span className="tab-count num">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
