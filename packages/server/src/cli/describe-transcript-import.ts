import type { TranscriptImportReport } from '../importers/transcripts/import-transcripts.ts';

/** What one and several of a kind are called, the most telling first. Other kinds are called by their name. */
const NAMES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  exchange: ['exchange', 'exchanges'],
  decision: ['decision', 'decisions'],
  convention: ['convention', 'conventions'],
  error: ['fix', 'fixes'],
  explicit: ['note', 'notes'],
  session_summary: ['session summary', 'session summaries'],
};

/** How an import ended, in words: what it kept of how many sessions, and below how long that took and what it left. */
export function describeTranscriptImport(report: TranscriptImportReport, waited: string): string {
  const { projectId, sessions, kinds, amendments, files, unchanged, elsewhere } = report;
  const order = [...new Set([...Object.keys(NAMES), ...Object.keys(kinds)])];
  const kept = order.flatMap((kind) => counted(kinds[kind] ?? 0, NAMES[kind] ?? [kind, kind]));
  const amended = counted(amendments, ['amendment', 'amendments']).map((text) => `; ${text}`);
  const left = [...counted(unchanged, 'unchanged'), ...counted(elsewhere, 'of other projects')];
  const rest = [
    ...(left.length > 0 ? [`of ${figure(files)} files ${left.join(', ')}`] : []),
    ...counted(report.known, 'already known'),
    ...counted(report.quarantined, 'kept out until they are reviewed'),
    ...counted(report.redacted, 'with a secret redacted'),
    ...counted(report.unreadableLines, ['line unreadable', 'lines unreadable']),
    ...counted(report.refused.length, 'refused'),
  ];
  const read = sessions === 1 ? '1 session' : `${figure(sessions)} sessions`;
  return [
    `${read}: ${kept.join(', ') || 'nothing new'}${amended.join('')}.`,
    `${projectId}, ${waited}${rest.length > 0 ? `: ${rest.join(', ')}` : ''}.`,
  ].join('\n');
}

function counted(count: number, name: string | readonly [string, string]): string[] {
  if (count === 0) return [];
  const [one, several] = typeof name === 'string' ? [name, name] : name;
  return [`${figure(count)} ${count === 1 ? one : several}`];
}

const figure = (count: number): string => count.toLocaleString('en-US');
