import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRoute } from 'wouter';
import { ProblemError } from '../api/problem-error.ts';
import { Button } from './form/button.tsx';
import { useSearchState } from './form/use-search-state.ts';
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
      action={isRefused ? <OwnProjects details={error.details} /> : <Button onClick={retry}>Try again</Button>}
    >
      {isRefused ? `${error.message} ` : null}
      {error instanceof ProblemError ? error.hint : null}
    </EmptyState>
  );
}

/** The projects of a key that is bound to some, to choose from: a view that names none asks for more than the key may see. */
function OwnProjects({ details: { projects, agents } }: { readonly details: ProblemError['details'] }): ReactNode {
  const [, set] = useSearchState(['project']);
  const [isOfAll] = useRoute('/admin/*?');
  // With agents it is a session that was refused, and settings are of the whole organisation: no project helps.
  if (isOfAll || agents !== undefined || !Array.isArray(projects)) return null;
  return (
    <div className="row">
      {projects.map(String).map((id) => (
        <Button key={id} onClick={() => set({ project: id })}>
          {id}
        </Button>
      ))}
    </div>
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
