import type { Observation } from '@inkling/engine';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { sessionHref } from '../sessions/session-name.ts';
import { formatAbsolute, formatFixed, shortId } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Meter } from '../ui/meter.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { FeedbackButtons } from './feedback-buttons.tsx';
import { ObservationActions } from './observation-actions.tsx';
import { ClassificationBadge, observationState } from './observation-line.tsx';
import { WeightHistory } from './weight-history.tsx';

/** One memory: what it says, what it is, what became of it, and what can be done with it. */
export function ObservationPage({ id }: { readonly id: string }): ReactNode {
  const observation = useOperation('getObservation', { params: { id } });
  return (
    <Loaded query={observation} lines={8}>
      {(data) => <ObservationView observation={data} />}
    </Loaded>
  );
}

function ObservationView({ observation }: { readonly observation: Observation }): ReactNode {
  const state = observationState(observation, Date.now());
  return (
    <Page
      title={`Memory ${shortId(observation.id)}`}
      above={
        <Link href="/memory" className="back">
          <ChevronLeft size={14} aria-hidden /> Memory
        </Link>
      }
      about={
        <div className="meta">
          <span>{observation.kind.replaceAll('_', ' ')}</span>
          {state ? <Badge tone={state.tone}>{state.text}</Badge> : <Badge tone="good">active</Badge>}
          <ClassificationBadge value={observation.classification} />
          {observation.pinned ? <Badge tone="accent">pinned</Badge> : null}
          <Timestamp at={observation.createdAt} />
        </div>
      }
      actions={<ObservationActions observation={observation} />}
    >
      <div className="columns">
        <div className="stack">
          <Panel title="What it says" actions={<CopyButton text={observation.content} label="Copy the text" />}>
            <p className="memory-content">
              <VisibleText>{observation.content}</VisibleText>
            </p>
            {observation.quarantineReason === null ? null : (
              <p className="banner">In review: {observation.quarantineReason}</p>
            )}
          </Panel>
          <SupersessionChain observation={observation} />
          <WeightHistory observation={observation} />
        </div>
        <Facts observation={observation} />
      </div>
    </Page>
  );
}

function Facts({ observation }: { readonly observation: Observation }): ReactNode {
  const { metadata, sessionId } = observation;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Id', <Id key="id" text={observation.id} />],
    ['Weight', <Weight key="weight" value={observation.weight} />],
    ['Source', observation.source],
    ['Agent', <VisibleText key="agent">{observation.agentId}</VisibleText>],
    ['Session', sessionId ? <Link href={sessionHref(sessionId)}>{shortId(sessionId)}</Link> : 'none'],
    ['Project', observation.projectId ?? 'none'],
    ['Written', formatAbsolute(observation.createdAt)],
    ['Valid until', observation.validTo ? formatAbsolute(observation.validTo) : 'no expiry'],
    ['Paths', <Texts key="paths" texts={metadata.paths ?? []} />],
    ['Tags', <Texts key="tags" texts={metadata.tags ?? []} />],
    ['Content hash', <Id key="hash" text={observation.contentHash} />],
  ];
  return (
    <Panel title="Facts">
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name} className="facts-row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="facts-row">
          <dt>Feedback</dt>
          <dd>
            <FeedbackButtons observationId={observation.id} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

function Weight({ value }: { readonly value: number }): ReactNode {
  return (
    <span className="score num">
      <Meter value={value} max={2} label={`Weight ${formatFixed(value)} of 2`} tone={value < 0.9 ? 'warn' : 'accent'} />
      {formatFixed(value)}
    </span>
  );
}

function Id({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="row mono" title={text}>
      {shortId(text)} <CopyButton text={text} label="Copy" />
    </span>
  );
}

function Texts({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return <span className="faint">none</span>;
  return (
    <ul>
      {texts.map((text) => (
        <li key={text} className="mono">
          <VisibleText>{text}</VisibleText>
        </li>
      ))}
    </ul>
  );
}

/** What a statement replaced and what replaced it, oldest first; nothing when it stands alone. */
export function SupersessionChain({ observation }: { readonly observation: Observation }): ReactNode {
  const chain = useOperation('getSupersessionChain', { params: { id: observation.id } });
  const rows = chain.data?.rows ?? [];
  if (rows.length < 2) return null;
  return (
    <Panel title="Chain of corrections" about="Oldest first. Only the last one is recalled.">
      <ol className="chain">
        {rows.map((row) => (
          <li key={row.id} className="chain-item" data-current={row.id === observation.id || undefined}>
            <Link href={`/memory/${row.id}`} className="memory-text clamp-2" aria-current={row.id === observation.id}>
              <VisibleText>{row.content}</VisibleText>
            </Link>
            <p className="row-sub">
              {row.supersededBy === null ? 'holds' : 'superseded'} · <Timestamp at={row.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
