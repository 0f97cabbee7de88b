// What lies behind the tasks of a decision set, as a user has it: a repository whose commits document some decisions, and Claude Code's transcripts of
// the sessions in which others were talked over.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitsOf, sessionsOf } from '../talks/decision-memory.mjs';

const MINUTE_MS = 60_000;
const AUTHOR = 'Ada <ada@example.com>';

const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** Each path holds the number of the commit that touched it last. */
export function writeHistory(directory, set) {
  const documented = set.tasks.filter(({ source }) => source === 'history');
  const stream = commitsOf('', set.history, documented).map(({ content, createdAt, metadata }, place) => {
    const time = Math.floor(Date.parse(createdAt) / 1000);
    const paths = metadata.paths.filter((path) => !/[\n"]/.test(path));
    return [
      `commit refs/heads/main\nmark :${place + 1}\nauthor ${AUTHOR} ${time} +0000\ncommitter ${AUTHOR} ${time} +0000\n${data(content)}`,
      place === 0 ? '' : `from :${place}\n`,
      ...paths.map((path) => `M 100644 inline ${path}\n${data(String(place))}`),
      '\n',
    ].join('');
  });
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', directory]);
  execFileSync('git', ['-C', directory, 'fast-import', '--quiet', '--force'], { input: stream.join('') });
  execFileSync('git', ['-C', directory, 'reset', '--quiet', '--hard', 'main']);
}

/** The sessions of the decoys and of the tasks, one file each. */
export function writeTranscripts(directory, cwd, set) {
  const folder = join(directory, 'project');
  mkdirSync(folder, { recursive: true });
  for (const [place, { turns, at }] of sessionsOf(set).entries()) {
    const sessionId = `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
    const lines = turns.map(({ role, text }, turn) => {
      const content = role === 'user' ? text : [{ type: 'text', text }];
      const timestamp = new Date(at + turn * MINUTE_MS).toISOString();
      return JSON.stringify({
        ...{ type: role, timestamp, sessionId, cwd, uuid: `${sessionId}-${turn}` },
        message: { role, content },
      });
    });
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`);
  }
}
