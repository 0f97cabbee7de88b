import type { FileDrift, MemoryDrift } from '@inkling/engine/types';
import { FileClock, FileX2, GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { formatCountOf, formatFixed, formatRelative, shortId } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { driftOf } from './analytics-questions.ts';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { Figure } from './charts/figure.tsx';

/** What may not hold any more: memories that contradict each other, and those about files that changed or are gone. */
export function DriftView({ scope }: AnalyticsViewProps): ReactNode {
  const drift = useOperation('getDrift', driftOf(scope));
  return (
    <Loaded query={drift} lines={8}>
      {(data) => (
        <div className="stack">
          <Contradictions drift={data} />
          <FileFigure
            title="About files that changed since"
            about="Commits touched these files after the memory was written. Newest change first."
            name="changed-files"
            icon={FileClock}
            rows={data.changedFiles}
            empty="Import a repository's history to compare memories with: npx inkling import git."
          />
          <FileFigure
            title="About files that are gone"
            about="The code index does not have these files any more."
            name="vanished-files"
            icon={FileX2}
            rows={data.vanishedFiles}
            empty="Index a repository's code to compare memories with: npx inkling graph index."
          />
        </div>
      )}
    </Loaded>
  );
}

function Contradictions({ drift: { contradictions, compared } }: { readonly drift: MemoryDrift }): ReactNode {
  return (
    <Panel
      title="Memories that may contradict each other"
      about={`Nearly the same words, with other numbers or a negation. ${compared} statements were compared.`}
      flush
    >
      {contradictions.length === 0 ? (
        <EmptyState icon={GitCompareArrows} title="None was found">
          Pairs that a person should look at appear here.
        </EmptyState>
      ) : (
        <ul className="list">
          {contradictions.map(({ because, newer, older, likeness }) => (
            <li key={`${newer.id} ${older.id}`} className="list-item stack stack-tight">
              <span className="row">
                <Badge tone="warn">{because === 'number' ? 'other numbers' : 'negated'}</Badge>
                <span className="small muted num">{formatFixed(likeness)} similar</span>
              </span>
              <Claim word="Newer" claim={newer} />
              <Claim word="Older" claim={older} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Claim({
  word,
  claim: { id, content },
}: {
  readonly word: string;
  readonly claim: MemoryDrift['contradictions'][number]['newer'];
}): ReactNode {
  return (
    <p className="claim">
      <span className="faint small">{word}</span>
      <Link href={`/memory/${id}`} className="memory-text clamp-2">
        <VisibleText>{content}</VisibleText>
      </Link>
    </p>
  );
}

type FileFigureProps = Pick<
  Parameters<typeof Figure<FileDrift>>[0],
  'title' | 'about' | 'name' | 'icon' | 'rows' | 'empty'
>;

function FileFigure(props: FileFigureProps): ReactNode {
  return (
    <Figure<FileDrift>
      {...props}
      columns={[
        { head: 'Memory', value: ({ excerpt }) => excerpt },
        { head: 'File', value: ({ path }) => path },
        { head: 'Changed', value: ({ changedAt }) => changedAt },
        { head: 'Commits since', value: ({ commits }) => commits },
        { head: 'Id', value: ({ observationId }) => observationId },
      ]}
    >
      <ul className="list">
        {props.rows.slice(0, 25).map(({ observationId, excerpt, path, changedAt, commits }) => (
          <li key={`${observationId} ${path}`} className="list-item">
            <Link href={`/memory/${observationId}`} className="memory-text clamp-2">
              <VisibleText>{excerpt}</VisibleText>
            </Link>
            <p className="meta">
              <span className="mono cut">
                <VisibleText>{path}</VisibleText>
              </span>
              {changedAt ? <span>changed {formatRelative(changedAt, Date.now())}</span> : null}
              {commits > 0 ? <span className="num">{formatCountOf(commits, 'commit')} since</span> : null}
              <span className="mono faint">{shortId(observationId)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Figure>
  );
}
