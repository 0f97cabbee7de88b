import type { ReactNode } from 'react';
import { Timestamp } from '../text/timestamp.tsx';

/** Who set a value, and when; that nobody did. */
export function ChangedBy({
  change,
}: {
  readonly change: { readonly updatedBy: string | null; readonly updatedAt: string | null } | null;
}): ReactNode {
  if (change?.updatedBy == null || change.updatedAt === null) return <span className="faint">as shipped</span>;
  return (
    <span className="small muted">
      {change.updatedBy}, <Timestamp at={change.updatedAt} />
    </span>
  );
}
