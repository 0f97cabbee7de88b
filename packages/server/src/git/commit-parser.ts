/** One commit as `git log` reports it, before anything is decided about it. */
export interface CommitRecord {
  readonly hash: string;
  /** Seconds since 1970, or NaN when the commit's header holds nonsense. */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly message: string;
  /** Relative to the repository's root, `/` as separator. Empty for merges and empty commits. */
  readonly paths: readonly string[];
}

/**
 * The format of a record for `git log -z --name-only`. It begins with a NUL, which gives an empty token: no path is empty, so that
 * token is the only sure sign of a new commit (a file may be called like a hash, and an author's name may be empty).
 */
export const COMMIT_FORMAT = '%x00%H%x00%at%x00%ct%x00%aN%x00%aE%x00%B';

const HEADER_FIELDS = 6;

export interface CommitParser {
  /** Takes the next NUL-ended token; answers with the commit that it completes, if it completes one. */
  push(token: string): CommitRecord | undefined;
  /** The last commit, once the stream has ended. */
  end(): CommitRecord | undefined;
}

/** Turns the tokens of `git log -z --name-only --format=`{@link COMMIT_FORMAT} into commits. */
export function createCommitParser(): CommitParser {
  let fields: string[] | null = null;
  const finish = (): CommitRecord | undefined => (fields ? toCommit(fields) : undefined);
  return {
    push(token) {
      const insideHeader = fields !== null && fields.length < HEADER_FIELDS;
      if (token !== '' || insideHeader) {
        fields?.push(token);
        return undefined;
      }
      const done = finish();
      fields = [];
      return done;
    },
    end: () => finish(),
  };
}

function toCommit(fields: readonly string[]): CommitRecord {
  const [hash = '', authoredAt = '', committedAt = '', authorName = '', authorEmail = '', message = ''] = fields;
  const [first, ...rest] = fields.slice(HEADER_FIELDS);
  return {
    hash,
    authoredAt: Number.parseInt(authoredAt, 10),
    committedAt: Number.parseInt(committedAt, 10),
    authorName,
    authorEmail,
    message,
    // Git puts one line break between the message and the list of paths; a second one would belong to the path.
    paths: first === undefined ? [] : [first.replace(/^\n/, ''), ...rest],
  };
}
