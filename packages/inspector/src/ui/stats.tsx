import type { ReactNode } from 'react';

/** One number with its name and what it means. */
export interface Stat {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** A few numbers that sum a view up. */
export function Stats({ stats }: { readonly stats: readonly Stat[] }): ReactNode {
  return (
    <dl className="stats">
      {stats.map(({ name, value, note }) => (
        <div key={name} className="stat">
          <dt className="stat-name">{name}</dt>
          <dd className="stat-value">{value}</dd>
          {note ? <dd className="stat-note">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
