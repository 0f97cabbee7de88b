import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { dropCredentials, readCredentials } from './api/credentials.ts';
import { ProblemError } from './api/problem-error.ts';
import { Login } from './shell/login.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { Skeleton } from './ui/loaded.tsx';
import { Notices } from './ui/notices.tsx';
import { viewCode } from './view-code.ts';

const SessionsPage = lazy(async () => ({ default: (await viewCode.sessions()).SessionsPage }));
const SessionPage = lazy(async () => ({ default: (await viewCode.session()).SessionPage }));
const TopologyPage = lazy(async () => ({ default: (await viewCode.topology()).TopologyPage }));
const MemoryPage = lazy(async () => ({ default: (await viewCode.memory()).MemoryPage }));
const ObservationPage = lazy(async () => ({ default: (await viewCode.observation()).ObservationPage }));
const ReviewPage = lazy(async () => ({ default: (await viewCode.review()).ReviewPage }));
const GraphPage = lazy(async () => ({ default: (await viewCode.graph()).GraphPage }));
const AnalyticsPage = lazy(async () => ({ default: (await viewCode.analytics()).AnalyticsPage }));
const AdminPage = lazy(async () => ({ default: (await viewCode.admin()).AdminPage }));

type Entry = 'in' | 'out' | 'refused';

/** The whole app: the login in front of it, and the view that the address names. */
export function App({
  problem,
}: {
  /** Why the code of the address did not let one in; null = it did, or there was none. */
  readonly problem: Error | null;
}): ReactNode {
  const [entry, setEntry] = useState<Entry>(() => (readCredentials() ? 'in' : 'out'));
  const leave = (how: Entry): void => {
    dropCredentials();
    setEntry(how);
  };
  const client = useMemo(() => createClient(() => leave('refused')), [entry === 'in']);
  if (entry !== 'in')
    return (
      <Login problem={entry === 'out' ? problem : null} refused={entry === 'refused'} onEnter={() => setEntry('in')} />
    );
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Notices>
          <Shell signOut={() => leave('out')}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <Views />
            </Suspense>
          </Shell>
        </Notices>
      </QueryClientProvider>
    </CSPProvider>
  );
}

function Views(): ReactNode {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/sessions" replace />
      </Route>
      <Route path="/sessions" component={SessionsPage} />
      <Route path="/sessions/:id/:tab?">
        {({ id, tab }) => <SessionPage key={id} id={id} tab={tab ?? 'activity'} />}
      </Route>
      <Route path="/topology" component={TopologyPage} />
      <Route path="/memory" component={MemoryPage} />
      <Route path="/memory/:id">{({ id }) => <ObservationPage key={id} id={id} />}</Route>
      <Route path="/review" component={ReviewPage} />
      <Route path="/graph" component={GraphPage} />
      <Route path="/analytics/:view?">{({ view }) => <AnalyticsPage view={view ?? 'feedback'} />}</Route>
      <Route path="/admin/memory/:section?">{({ section }) => <AdminPage section={section ?? 'budgets'} />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

const FRESH_MS = 2000;
const MAX_RETRIES = 2;

function createClient(onRefused: () => void): QueryClient {
  const isRefusal = (error: Error): boolean =>
    error instanceof ProblemError && error.status >= 400 && error.status < 500;
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ProblemError && error.status === 401) onRefused();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => !isRefusal(error) && failures < MAX_RETRIES,
      },
    },
  });
}
