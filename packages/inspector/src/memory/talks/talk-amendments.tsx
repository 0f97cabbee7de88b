import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/call.ts';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { shortId } from '../../text/format.ts';
import { Timestamp } from '../../text/timestamp.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { talkHref } from './talk-href.ts';

type Amendment = Answer<'listAmendments'>['amendments'][number];

interface Talk {
  readonly sessionId: string;
  /** '' where nobody said it. */
  readonly project: string;
}

/** Which earlier talk this one amends or comes back to, and which later one does so to it; nothing when there is none. A person can take the link back. */
export function TalkAmendments({ sessionId, project }: Talk): ReactNode {
  const { data } = useOperation('listAmendments', { query: project === '' ? {} : { projectId: project } });
  const links = (data?.amendments ?? []).filter(
    (link) => link.undoneAt === null && (link.sessionId === sessionId || link.amendsSessionId === sessionId),
  );
  if (links.length === 0) return null;
  return (
    <Panel title="Linked conversations">
      <ul className="list">
        {links.map((link) => (
          <li key={`${link.sessionId} ${link.amendsSessionId}`} className="list-item">
            <AmendmentLine link={link} sessionId={sessionId} project={project} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function AmendmentLine({ link, sessionId, project }: Talk & { readonly link: Amendment }): ReactNode {
  const isLater = link.sessionId === sessionId;
  const other = isLater ? link.amendsSessionId : link.sessionId;
  return (
    <div className="meta">
      <span>
        {wordsOf(link.replaces, isLater)}
        <Link href={talkHref(other, project)} className="mono">
          {shortId(other)}
        </Link>
      </span>
      <Timestamp at={link.amendedAt} />
      <TakeBack link={link} />
    </div>
  );
}

function wordsOf(replaces: boolean, isLater: boolean): string {
  if (replaces) return isLater ? 'Replaces what was settled in ' : 'Replaced by what was settled in ';
  return isLater ? 'Comes back to ' : 'Taken up again in ';
}

function TakeBack({ link: { sessionId, amendsSessionId } }: { readonly link: Amendment }): ReactNode {
  const undo = useChange('undoAmendment', {
    changes: ['listAmendments', 'recall'],
    say: ({ undone }) => (undone ? 'Undone.' : 'It was already undone.'),
  });
  return (
    <Confirm
      trigger="Undo"
      icon={<Undo2 size={14} aria-hidden />}
      title="Undo this link?"
      verb="Undo it"
      onConfirm={() => undo.mutate({ body: { sessionId, amendsSessionId } })}
    >
      Both conversations are recalled again, each on its own. The link is not made again.
    </Confirm>
  );
}
