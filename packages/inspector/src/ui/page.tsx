import { useEffect, type ReactNode } from 'react';

export interface PageProps {
  readonly title: string;
  /** Drawn instead of the title, which stays the window's. */
  readonly heading?: ReactNode;
  readonly about?: ReactNode;
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view: its name, what it is for, what can be done, and its content. */
export function Page({ title, heading, about, above, actions, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Inkling`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-words">
          {above}
          <h1 className="page-title">{heading ?? title}</h1>
          {about ? <div className="page-about">{about}</div> : null}
        </div>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
