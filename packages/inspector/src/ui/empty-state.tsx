import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** Why it is empty, and what fills it. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** What stands where there is nothing yet: why, and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className="empty">
      <span className="empty-icon" aria-hidden>
        <Icon size={20} />
      </span>
      <p className="empty-title">{title}</p>
      <div className="empty-text">{children}</div>
      {action}
    </div>
  );
}

/** A command to type, as it is typed. */
export function Command({ children }: { readonly children: string }): ReactNode {
  return <code className="command">{children}</code>;
}
