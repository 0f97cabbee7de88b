import type { Session } from '@inkling/engine';
import type { InspectedInjection } from '@inkling/engine/types';
import { Syringe } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Timestamp } from '../../text/timestamp.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DeliveryBadge } from '../delivery-badge.tsx';
import { InjectionDetail } from './injection-detail.tsx';
import { isLive } from '../session-status.tsx';

const REFRESH_MS = 2000;
const PAGE = 20;

/** What the agent was given: each block with its cost, its delivery and the memories behind it. */
export function InjectionsTab({ session }: { readonly session: Session }): ReactNode {
  const [limit, setLimit] = useState(PAGE);
  const injections = useOperation(
    'inspectInjections',
    { params: { sessionId: session.id }, query: { limit } },
    isLive(session.status) ? { everyMs: REFRESH_MS } : {},
  );
  return (
    <Loaded query={injections} lines={6}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Panel>
            <EmptyState icon={Syringe} title="Nothing was injected">
              The block of the session start is built when a worker claims the session. Hints follow as the agent's tool
              calls are reported.
            </EmptyState>
          </Panel>
        ) : (
          <div className="stack">
            {rows.map((injection) => (
              <InjectionCard key={injection.id} injection={injection} />
            ))}
            {rows.length === limit && limit < 100 ? (
              <div className="table-foot">
                <Button onClick={() => setLimit(100)}>Show earlier injections</Button>
              </div>
            ) : null}
          </div>
        )
      }
    </Loaded>
  );
}

const SOURCES = {
  'session-start': 'Session start',
  'in-session': 'Hint for a tool call',
  api: 'Over the API',
} as const;

function InjectionCard({ injection }: { readonly injection: InspectedInjection }): ReactNode {
  const { trace, actualTokens, budgetTokens, queryText, timestamp, delivery } = injection;
  return (
    <Panel
      title={
        <span className="row">
          {trace ? SOURCES[trace.source] : 'Injection'}
          <DeliveryBadge delivery={delivery} />
        </span>
      }
      about={
        <>
          Asked for “<span className="query-text">{queryText}</span>” <Timestamp at={timestamp} />
        </>
      }
      actions={
        <span className="row num small">
          <Meter
            value={actualTokens}
            max={budgetTokens}
            label={`${actualTokens} of ${budgetTokens} tokens`}
            tone={actualTokens > budgetTokens * 0.9 ? 'warn' : 'accent'}
          />
          {actualTokens} / {budgetTokens} tokens
        </span>
      }
    >
      <InjectionDetail injection={injection} />
    </Panel>
  );
}
