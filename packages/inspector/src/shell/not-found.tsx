import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/** An address that leads to no view. */
export function NotFound(): ReactNode {
  return (
    <Page title="Nothing here">
      <EmptyState icon={Compass} title="This address leads to no view">
        <Link href="/sessions">Go to the sessions</Link>
      </EmptyState>
    </Page>
  );
}
