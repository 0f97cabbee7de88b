import type { GraphNeighbourhood } from '@inkling/engine/types';
import { useState, type ReactNode } from 'react';
import { formatFixed } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Button } from '../ui/form/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Panel } from '../ui/panel.tsx';

type Node = GraphNeighbourhood['nodes'][number];

const PAGE = 25;

/** The nodes of the drawing as a list: the same for those who cannot see or point at it. */
export function NodeTable({
  data,
  selected,
  onSelect,
}: {
  readonly data: GraphNeighbourhood;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}): ReactNode {
  const [count, setCount] = useState(PAGE);
  const columns: readonly Column<Node>[] = [
    {
      id: 'name',
      head: 'Name',
      grow: true,
      cell: ({ id, name, qualifiedName }) => (
        <>
          <button type="button" className="link-button" aria-pressed={id === selected} onClick={() => onSelect(id)}>
            <VisibleText>{name}</VisibleText>
          </button>
          <p className="row-sub mono">
            <VisibleText>{qualifiedName}</VisibleText>
          </p>
        </>
      ),
    },
    { id: 'type', head: 'Type', cell: ({ type }) => type },
    { id: 'distance', head: 'Steps away', numeric: true, wideOnly: true, cell: ({ distance }) => distance },
    {
      id: 'importance',
      head: 'Importance',
      numeric: true,
      wideOnly: true,
      cell: ({ importance }) => formatFixed(importance),
    },
    { id: 'weight', head: 'Weight', numeric: true, cell: ({ feedbackWeight }) => formatFixed(feedbackWeight) },
  ];
  return (
    <Panel title="Nodes" about="Nearest first." flush>
      <DataTable label="Nodes" columns={columns} rows={data.nodes.slice(0, count)} keyOf={({ id }) => id} />
      {data.nodes.length > count ? (
        <div className="table-foot">
          <Button onClick={() => setCount(count * 4)}>Show more</Button>
        </div>
      ) : null}
    </Panel>
  );
}
