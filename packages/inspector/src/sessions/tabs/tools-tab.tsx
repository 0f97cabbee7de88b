import type { Json } from '@inkling/engine/types';
import { Wrench } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { formatClock } from '../../text/format.ts';
import { VisibleText } from '../../text/visible-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { LoadedFeed } from './activity-tab.tsx';
import { inline } from './activity-words.ts';
import { toolCalls, type ToolCall } from './tool-calls.ts';

/** The tool calls of a session with what went in and what came out. */
export function ToolsTab({ feed }: { readonly feed: LoadedFeed }): ReactNode {
  const calls = useMemo(() => toolCalls(feed.activities), [feed.activities]);
  return (
    <Panel title="Tool calls" about="What the agent called, with input and output as they were reported." flush>
      {calls.length === 0 ? (
        <EmptyState icon={Wrench} title="No tool call was reported">
          Calls come from action events that name a tool. The facts derived from calls are under Context.
        </EmptyState>
      ) : (
        <ol className="list">
          {calls.map((call) => (
            <ToolCallItem key={call.key} call={call} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function ToolCallItem({ call }: { readonly call: ToolCall }): ReactNode {
  return (
    <li className="activity">
      <details>
        <summary className="activity-line">
          <span className="activity-icon" aria-hidden>
            <Wrench size={14} />
          </span>
          <span className="activity-type mono">
            <VisibleText>{call.tool}</VisibleText>
          </span>
          <span className="activity-text mono faint">
            <VisibleText>{inline(call.input ?? '')}</VisibleText>
          </span>
          {call.failed ? <Badge tone="bad">failed</Badge> : null}
          <time className="activity-time num" dateTime={call.at}>
            {formatClock(call.at)}
          </time>
        </summary>
        <div className="activity-more columns columns-even">
          <Part name="Input" value={call.input} />
          <Part name="Output" value={call.output} />
        </div>
      </details>
    </li>
  );
}

function Part({ name, value }: { readonly name: string; readonly value: Json | undefined }): ReactNode {
  return (
    <div className="stack stack-tight">
      <h3 className="label">{name}</h3>
      {value === undefined ? (
        <p className="faint small">Not reported.</p>
      ) : typeof value === 'string' ? (
        <pre className="pre" tabIndex={0} role="region" aria-label={name}>
          <VisibleText>{value}</VisibleText>
        </pre>
      ) : (
        <JsonView value={value} label={name} />
      )}
    </div>
  );
}
