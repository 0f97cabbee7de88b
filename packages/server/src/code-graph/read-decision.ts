import type { DecisionFacts } from './file-facts.ts';

const MAX_MENTIONS = 200;

/** Whether a file is an architecture decision record, by where it stands. */
export function isDecisionFile(file: string): boolean {
  return (
    /(^|\/)(docs?|doc\/architecture|documentation|architecture)\/(decisions|adrs?)\/[^/]+\.md$/i.test(file) ||
    /^adrs?\/[^/]+\.md$/i.test(file)
  );
}

/** Reads a decision record. Null = it has no heading, as an index or a template without a title. */
export function readDecision(text: string): DecisionFacts | null {
  const title = /^#\s+(.+?)\s*#*\s*$/m.exec(text)?.[1];
  if (title === undefined) return null;
  const status =
    /^(?:[-*]\s*)?\**status\**\s*:\**\s*(.+)$/im.exec(text)?.[1] ??
    /^##\s+status\s*\n+([^\n]+)/im.exec(text)?.[1] ??
    '';
  const mentions = [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+)`/g)].map(([, path = '']) => path.replace(/^\.\//, ''));
  return {
    kind: 'decision',
    title: title.slice(0, 200),
    status: status.replaceAll(/[*_`]/g, '').trim().slice(0, 80),
    mentions: [...new Set(mentions)].slice(0, MAX_MENTIONS),
  };
}
