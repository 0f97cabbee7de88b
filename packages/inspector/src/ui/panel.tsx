import { useId, type ReactNode } from 'react';

export interface PanelProps {
  readonly title?: ReactNode;
  /** One sentence under the title. */
  readonly about?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The content reaches the edges, as a table does. (Default: false) */
  readonly flush?: boolean;
  readonly className?: string;
}

/** A part of a page with a heading of its own. */
export function Panel({ title, about, actions, children, flush = false, className = '' }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={`panel ${className}`.trim()} aria-labelledby={title ? id : undefined}>
      {title ? (
        <header className="panel-head">
          <div>
            <h2 id={id} className="panel-title">
              {title}
            </h2>
            {about ? <p className="panel-about">{about}</p> : null}
          </div>
          {actions ? <div className="panel-actions">{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? 'panel-body panel-body-flush' : 'panel-body'}>{children}</div>
    </section>
  );
}
