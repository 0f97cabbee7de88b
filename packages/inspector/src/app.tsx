import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState, type ReactNode } from 'react';
import { Link, Route, Switch } from 'wouter';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Compass } from 'lucide-react';
import { dropCredentials, readCredentials } from './api/credentials.ts';
import { ProblemError } from './api/problem-error.ts';
import { Login } from './shell/login.tsx';
import { Skeleton } from './ui/loaded.tsx';
import { Notices } from './ui/notices.tsx';
import { viewCode } from './view-code.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { Page } from './ui/page.tsx';
import { Sidebar } from './shell/sidebar.tsx';

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
      <Route path="/" component={Help} />
      <Route path="/sessions" component={Sessions} />
      <Route path="/sessions/:id/:tab?">
        {({ tab }) => <Session key={idInAddress()} id={idInAddress()} tab={tab ?? 'activity'} />}
      </Route>
      <Route path="/topology" component={Topology} />
      <Route path="/memory" component={Memory} />
      <Route path="/memory/talks" component={Talks} />
      <Route path="/memory/:id">{({ id }) => <Observation key={id} id={id} />}</Route>
      <Route path="/review" component={Review} />
      <Route path="/graph" component={Graph} />
      <Route path="/analytics/:view?">{({ view }) => <Analytics view={view ?? 'feedback'} />}</Route>
      <Route path="/admin/memory/:section?">{({ section }) => <Admin section={section ?? 'budgets'} />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** The id that stands second in the address. The route's own parameter is decoded as an address is, which leaves `/`, `:` and `@` as they were. */
function idInAddress(): string {
  const [, , part = ''] = window.location.pathname.split('/');
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone `%`: somebody wrote the id as it is.
    return part;
  }
}

// By `use` and not by `lazy`: of code that is there already it draws the view at once. `lazy` shows a placeholder first, and React leaves one standing for 300 ms.

function Help(): ReactNode {
  const { HelpPage } = use(viewCode.help());
  return <HelpPage />;
}

function Sessions(): ReactNode {
  const { SessionsPage } = use(viewCode.sessions());
  return <SessionsPage />;
}

function Session(props: { readonly id: string; readonly tab: string }): ReactNode {
  const { SessionPage } = use(viewCode.session());
  return <SessionPage {...props} />;
}

function Topology(): ReactNode {
  const { TopologyPage } = use(viewCode.topology());
  return <TopologyPage />;
}

function Memory(): ReactNode {
  const { MemoryPage } = use(viewCode.memory());
  return <MemoryPage />;
}

function Talks(): ReactNode {
  const { TalksPage } = use(viewCode.talks());
  return <TalksPage />;
}

function Observation(props: { readonly id: string }): ReactNode {
  const { ObservationPage } = use(viewCode.observation());
  return <ObservationPage {...props} />;
}

function Review(): ReactNode {
  const { ReviewPage } = use(viewCode.review());
  return <ReviewPage />;
}

function Graph(): ReactNode {
  const { GraphPage } = use(viewCode.graph());
  return <GraphPage />;
}

function Analytics(props: { readonly view: string }): ReactNode {
  const { AnalyticsPage } = use(viewCode.analytics());
  return <AnalyticsPage {...props} />;
}

function Admin(props: { readonly section: string }): ReactNode {
  const { AdminPage } = use(viewCode.admin());
  return <AdminPage {...props} />;
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

/** An address that leads to no view. */
function NotFound(): ReactNode {
  return (
    <Page title="Nothing here">
      <EmptyState icon={Compass} title="This address leads to no view">
        <Link href="/sessions">Go to the sessions</Link>
      </EmptyState>
    </Page>
  );
}

/** What stands around every view. */
function Shell({ children, signOut }: { readonly children: ReactNode; readonly signOut: () => void }): ReactNode {
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
