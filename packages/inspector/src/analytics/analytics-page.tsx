import type { ComponentType, ReactNode } from 'react';
import { ProjectField } from '../projects/project-field.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { Page } from '../ui/page.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { useNow } from '../text/timestamp.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { analyticsScope } from './analytics-questions.ts';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { BudgetView } from './budget-view.tsx';
import { CoverageView } from './coverage-view.tsx';
import { DriftView } from './drift-view.tsx';
import { FeedbackView } from './feedback-view.tsx';
import { HealthView } from './health-view.tsx';
import { LatencyView } from './latency-view.tsx';
import { StandingsView } from './standings-view.tsx';
import { TrendsView } from './trends-view.tsx';

const VIEWS: readonly {
  readonly id: string;
  readonly label: string;
  readonly View: ComponentType<AnalyticsViewProps>;
}[] = [
  { id: 'feedback', label: 'Feedback impact', View: FeedbackView },
  { id: 'budget', label: 'Context budget', View: BudgetView },
  { id: 'latency', label: 'Latency and outcomes', View: LatencyView },
  { id: 'observations', label: 'Top and bottom', View: StandingsView },
  { id: 'drift', label: 'Drift', View: DriftView },
  { id: 'coverage', label: 'Coverage', View: CoverageView },
  { id: 'trends', label: 'Trends', View: TrendsView },
  { id: 'health', label: 'Health', View: HealthView },
];

const TIMES = [
  ['1', 'Last day'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
] as const;

/** What memory came to: was it used, what did it cost, and is it still true. */
export function AnalyticsPage({ view }: { readonly view: string }): ReactNode {
  const [{ days, project }, set] = useSearchState(['days', 'project']);
  const now = useNow();
  const current = VIEWS.find(({ id }) => id === view) ?? VIEWS[0];
  if (!current) return null;
  const search = new URLSearchParams(Object.entries({ days, project }).filter(([, value]) => value !== '')).toString();
  const { View } = current;
  return (
    <Page
      title="Analytics"
      about="Whether memory is used, what it costs, and whether it still holds."
      actions={
        <>
          <SelectField
            label="Time"
            hideLabel
            value={days || '30'}
            options={TIMES}
            onChange={(event) => set({ days: event.target.value })}
          />
          <ProjectField
            label="Project"
            hideLabel
            placeholder="Every project"
            value={project}
            onChange={(event) => set({ project: event.target.value })}
          />
        </>
      }
    >
      <TabLinks
        label="Figures"
        current={current.id}
        tabs={VIEWS.map(({ id, label }) => ({
          id,
          label,
          href: `/analytics/${id}${search === '' ? '' : `?${search}`}`,
        }))}
      />
      <View scope={analyticsScope({ days, project }, now)} />
    </Page>
  );
}
