import type { ReactNode } from 'react';
import { readCredentials } from '../api/credentials.ts';
import { Sidebar } from './sidebar.tsx';

/** What stands around every view. */
export function Shell({
  children,
  signOut,
}: {
  readonly children: ReactNode;
  readonly signOut: () => void;
}): ReactNode {
  const orgId = readCredentials()?.orgId ?? null;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar who={orgId ?? 'This machine'} signOut={signOut} />
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
