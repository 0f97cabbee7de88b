import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProblemError } from '../api/problem-error.ts';
import { Button } from './form/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Draws an answer when it is there, and what happened instead when it is not. */
export function Loaded<Data>({
  query,
  children,
  lines = 4,
}: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
  /** Height of what stands there while it loads. (Default: 4) */
  readonly lines?: number;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}

/** Why something is not shown, and what to do. */
function Failed({ error, retry }: { readonly error: Error; readonly retry: () => void }): ReactNode {
  const isRefused = error instanceof ProblemError && error.status === 403;
  return (
    <EmptyState
      icon={isRefused ? Lock : CircleAlert}
      title={isRefused ? 'Your key does not allow this' : error.message}
      action={isRefused ? null : <Button onClick={retry}>Try again</Button>}
    >
      {isRefused ? `${error.message} ` : null}
      {error instanceof ProblemError ? error.hint : null}
    </EmptyState>
  );
}

/** Grey lines where text will be. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }): ReactNode {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={`skeleton-line skeleton-line-${index % 3}`} />
      ))}
    </div>
  );
}
