import type { Observation } from '@inkling/engine';
import { ChevronLeft, MessagesSquare, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { formatCountOf, shortId } from '../../text/format.ts';
import { Timestamp } from '../../text/timestamp.tsx';
import { VisibleText } from '../../text/visible-text.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TalkAmendments } from './talk-amendments.tsx';

/** What is remembered of the talk in one session, in its order. */
export function TalkPage({
  sessionId,
  project,
}: {
  readonly sessionId: string;
  /** The talk's, or '' where nobody said it. */
  readonly project: string;
}): ReactNode {
  const [words, setWords] = useState('');
  const where = project === '' ? {} : { projectId: project };
  const exchanges = useOperation('listObservations', { query: { kind: 'exchange', sessionId, limit: 1000, ...where } });
  return (
    <Page
      title={`Conversation of session ${shortId(sessionId)}`}
      above={
        <Link href="/memory/talks" className="back">
          <ChevronLeft size={14} aria-hidden /> Conversations
        </Link>
      }
      actions={<ForgetSession sessionId={sessionId} />}
    >
      <div className="filters" role="search" aria-label="Conversation">
        <TextField
          label="Find"
          type="search"
          className="field-wide"
          placeholder="Words that were said"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <TalkAmendments sessionId={sessionId} project={project} />
      <Panel flush>
        <Loaded query={exchanges} lines={8}>
          {({ rows }) => <Exchanges rows={rows.filter((row) => hasWords(row, words)).toReversed()} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

function hasWords({ content }: Observation, words: string): boolean {
  return content.toLowerCase().includes(words.trim().toLowerCase());
}

function Exchanges({ rows }: { readonly rows: readonly Observation[] }): ReactNode {
  if (rows.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title="Nothing here">
        Nothing with these words is remembered of this session.
      </EmptyState>
    );
  }
  return (
    <ul className="list">
      {rows.map(({ id, content, createdAt }) => (
        <li key={id} className="list-item">
          <p className="memory-content">
            <VisibleText>{content}</VisibleText>
          </p>
          <div className="meta">
            <Timestamp at={createdAt} />
            <Link href={`/memory/${id}`} className="mono">
              {shortId(id)}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}

function ForgetSession({ sessionId }: { readonly sessionId: string }): ReactNode {
  const [, navigate] = useLocation();
  const forget = useChange('forget', {
    changes: ['listTalks', 'listObservations', 'countObservations', 'recall'],
    say: ({ forgotten }) => `Forgotten: ${formatCountOf(forgotten, 'memory', 'memories')}.`,
    after: () => navigate('/memory/talks'),
  });
  return (
    <Confirm
      trigger="Forget the session"
      triggerKind="danger"
      icon={<Trash2 size={14} aria-hidden />}
      title="Forget this session?"
      verb="Forget it for good"
      onConfirm={() => forget.mutate({ body: { sessionId } })}
    >
      This deletes everything remembered from it: its conversation, what was learned in it, the texts of its events, and
      the same for the sessions that resumed it. This cannot be undone.
    </Confirm>
  );
}
