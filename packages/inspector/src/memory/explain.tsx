import type { RecalledObservation } from '@inkling/engine';
import type { ReactNode } from 'react';
import { formatFixed } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Meter } from '../ui/meter.tsx';

interface Arm {
  readonly name: string;
  readonly about: string;
  readonly share: number;
  readonly value: string;
}

/** The arms of a row as shares of what each can be at most. */
function armsOf({ explanation, relevance }: RecalledObservation, bestLexical: number): Arm[] {
  if (!explanation) return [];
  const { lexical, pathHint, session, recency, coChange, namedTime, semantic, pathBoost, corroboration } = explanation;
  const arm = (name: string, about: string, value: number, most = 1): Arm => ({
    name,
    about,
    share: most > 0 ? value / most : 0,
    value: formatFixed(value),
  });
  return [
    arm('Relevance', 'How much of the question it covers, all told', relevance),
    arm('Words', 'Raw score of the words, against the best row', lexical, bestLexical),
    ...(semantic === null ? [] : [arm('Meaning', 'Similarity of the vectors', semantic)]),
    arm('Path', 'It names the path that was asked for', pathHint),
    arm('Path boost', 'Added because the paths overlap', pathBoost, 0.2),
    arm('Session', 'Others of its session fit as well', session),
    arm('Recency', 'How new it is', recency),
    arm('Co-change', 'Its files change together with those asked for', coChange),
    arm('Time', 'It was made when the question says', namedTime),
    arm('Corroboration', 'Other agents said the same', corroboration, 0.5),
  ].filter(({ share, name }) => share > 0.005 || name === 'Relevance' || name === 'Words');
}

/** Why a row stands where it stands: a bar for each arm, what feedback made of it, and who allowed it. */
export function Explain({
  row,
  bestLexical,
}: {
  readonly row: RecalledObservation;
  readonly bestLexical: number;
}): ReactNode {
  const { explanation } = row;
  if (!explanation) return null;
  const moved = row.unweightedRank - row.weightedRank;
  return (
    <div className="explain">
      <dl className="arms">
        {armsOf(row, bestLexical).map(({ name, about, share, value }) => (
          <div key={name} className="arm" title={about}>
            <dt>{name}</dt>
            <dd>
              <Meter value={share} label={`${name} ${value}`} />
              <span className="num">{value}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="meta">
        <span className="num">
          weight × {formatFixed(explanation.feedbackFactor)}
          {moved === 0 ? '' : `, moved ${moved > 0 ? 'up' : 'down'} ${Math.abs(moved)}`}
        </span>
        {explanation.terms.length > 0 ? (
          <span>
            found{' '}
            {explanation.terms.slice(0, 8).map((term) => (
              <span key={term} className="term mono">
                <VisibleText>{term}</VisibleText>
              </span>
            ))}
          </span>
        ) : null}
        <span>
          allowed by <span className="mono">{explanation.policy}</span>
        </span>
        {explanation.shadow ? (
          <span className="down">shadow policy {explanation.shadow.policy ?? 'unknown'} would deny it</span>
        ) : null}
      </p>
    </div>
  );
}
