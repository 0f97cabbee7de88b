import type { DirectoryCoverage } from '@inkling/engine/types';
import { Grid3x3 } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { formatCount, formatCountOf, formatFixed } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useSearchState } from '../ui/form/use-search-state.ts';
import { coverageOf } from './analytics-questions.ts';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { Figure } from './charts/figure.tsx';

const DEPTHS = [
  ['1', '1 level'],
  ['2', '2 levels'],
  ['3', '3 levels'],
  ['4', '4 levels'],
] as const;

/** How much is known of which part of the code. */
export function CoverageView({ scope }: AnalyticsViewProps): ReactNode {
  const [{ depth, under }, set] = useSearchState(['depth', 'under']);
  const coverage = useOperation('getCoverage', coverageOf(scope, { depth, under }));
  return (
    <Loaded query={coverage} lines={8}>
      {({ directories }) => (
        <Figure<DirectoryCoverage>
          title="Coverage by directory"
          about="The stronger the colour, the more memories name files there. Directories that the code index knows and no memory names are empty."
          name="coverage"
          icon={Grid3x3}
          rows={directories}
          empty="Memories that name files fill it: import a history, or let agents remember with paths."
          columns={[
            { head: 'Directory', value: ({ directory }) => directory || '(top)' },
            { head: 'Memories', value: ({ memories }) => memories },
            { head: 'Files named', value: ({ files }) => files },
            { head: 'Files indexed', value: ({ indexedFiles }) => indexedFiles },
            { head: 'Mean weight', value: ({ meanWeight }) => meanWeight, format: formatFixed },
            { head: 'Newest', value: ({ newestAt }) => newestAt },
          ]}
          actions={
            <SelectField
              label="Depth"
              hideLabel
              value={depth || '3'}
              options={DEPTHS}
              onChange={(event) => set({ depth: event.target.value })}
            />
          }
        >
          <HeatMap directories={directories} />
        </Figure>
      )}
    </Loaded>
  );
}

function HeatMap({ directories }: { readonly directories: readonly DirectoryCoverage[] }): ReactNode {
  // A logarithm: a directory with a thousand memories must not make one with ten look empty.
  const most = Math.log1p(Math.max(1, ...directories.map(({ memories }) => memories)));
  const sorted = directories.toSorted((a, b) => a.directory.localeCompare(b.directory));
  return (
    <ul className="heat">
      {sorted.map(({ directory, memories, indexedFiles }) => {
        const heat = Math.log1p(memories) / most;
        const files = indexedFiles > 0 ? `, ${formatCountOf(indexedFiles, 'file')}` : '';
        return (
          <li key={directory} className="heat-cell" style={{ '--heat': heat } as CSSProperties}>
            <Link
              href={`/memory?q=${encodeURIComponent(directory)}`}
              title={`${directory || 'top'}: ${formatCountOf(memories, 'memory', 'memories')}${files}`}
            >
              <span className="heat-name cut">
                <VisibleText>{directory === '' ? '(top)' : directory}</VisibleText>
              </span>
              <span className="num">{formatCount(memories)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
